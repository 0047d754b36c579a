# What the command makes of the verdicts.
add_executable(predict_command_test replay_plan_test.cc replay_verdict_test.cc unseen_writes_test.cc witness_book_test.cc)
target_link_libraries(predict_command_test PRIVATE stalemate_predict GTest::gmock GTest::gtest_main)
quick_to_compile(predict_command_test)
gtest_discover_tests(predict_command_test TEST_PREFIX predict. DISCOVERY_MODE PRE_TEST)
