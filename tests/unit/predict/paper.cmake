add_executable(
  predict_paper_test
  paper_causes_test.cc
  paper_choice_test.cc
  paper_compare_test.cc
  paper_figures_test.cc
  paper_oracle.cc
  paper_oracle_test.cc
  paper_order_test.cc
  paper_traces.cc
  paper_ways_test.cc
  oracle.cc
  random_traces.cc)
target_link_libraries(predict_paper_test PRIVATE stalemate_predict GTest::gtest_main)
quick_to_run(predict_paper_test)
gtest_discover_tests(predict_paper_test DISCOVERY_MODE PRE_TEST)
