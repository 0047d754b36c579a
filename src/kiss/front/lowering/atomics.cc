// Atomic operations: each is one access, written as plain C, since the sequential program has one thread.
#include "kiss/front/lowering/lowering.h"

namespace stalemate::kiss {
namespace {

// "fetch_add" -> "+"; empty if it is not arithmetic.
std::string operator_in(llvm::StringRef name) {
  name.consume_front("fetch_and_");
  name = name.take_front(name.find("_and_fetch"));
  for (const auto& [word, op] : {std::pair<const char*, const char*>{"nand", "~&"},
                                 {"add", "+"},
                                 {"sub", "-"},
                                 {"xor", "^"},
                                 {"and", "&"},
                                 {"or", "|"},
                                 {"max", ">"},
                                 {"min", "<"}})
    if (name.contains(word)) return op;
  return {};
}

}  // namespace

Lvalue Lowering::atomic_object(const clang::Expr* pointer, const clang::Expr* whole) {
  const clang::QualType type = pointer->getType()->getPointeeType();
  Lvalue object = pointed(pointer, type);
  object.type = unit_.ast->getASTContext().getAtomicType(Types::plain(type));
  object.shown = source_text(whole);
  object.is_operation = true;
  object.where = whole->getBeginLoc();
  return object;
}

void Lowering::check_order(const clang::Expr* order) {
  const auto value = order->getIntegerConstantExpr(unit_.ast->getASTContext());
  constexpr std::int64_t kSequentiallyConsistent = 5;
  if (unit_.role == Role::kProgram && value && *value != kSequentiallyConsistent)
    assembly_.note("weaker memory orders than sequential consistency are treated as sequentially consistent");
}

Text Lowering::update(const Lvalue& object, const std::string& op, const Text& operand, bool gives_old,
                      bool counts_bytes) {
  const std::string old = temporary(object.type), fresh = temporary(object.type);
  Text computed = binary(primary(old), op, operand);
  if (op == "~&") computed = unary("~(" + binary(primary(old), "&", operand).text + ")");
  if (op == ">" || op == "<")
    computed = binary(primary(old).text + " " + op + " " + operand.operand() + " ? " + old + " : " +
                      operand.operand());
  if (op == "=") computed = operand;
  // GNU's operations count in bytes, C's in elements.
  if (counts_bytes && Types::plain(object.type)->isPointerType())
    computed = cast_to(assembly_.types.name(object.type),
                       binary("(char *)" + old + " " + op + " " + operand.operand()));
  const std::string text = old + " = " + object.text.text + ", " + fresh + " = " + computed.text + ", " +
                           object.text.text + " = " + fresh;
  if (object.is_shared)
    access(object, AccessKind::kUpdate, text);
  else
    emit(StatementKind::kLocal, object.where, text);
  return primary(gives_old ? old : fresh);
}

// The expected value is ordinary memory: read before, and written back if it was wrong.
Text Lowering::compare_exchange(const Lvalue& object, const Lvalue& expected, const Text& desired) {
  if (!Types::plain(object.type)->isScalarType())
    refuse(object.where, "compare-and-exchange of records is not supported");
  const Text wanted = read(expected);
  const std::string seen = temporary(object.type), same = temporary(unit_.ast->getASTContext().IntTy);
  const std::string text = seen + " = " + object.text.text + ", " + same + " = " + seen +
                           " == " + wanted.operand() + ", " + object.text.text + " = " + same + " ? " +
                           desired.operand() + " : " + seen;
  if (object.is_shared) {
    access(object, AccessKind::kUpdate, text);
    if (Statement& exchange = out_->back(); exchange.access)
      exchange.access->writes_if = object.text.operand() + " == " + wanted.operand();
  } else {
    emit(StatementKind::kLocal, object.where, text);
  }
  List back = collect([&] { write(expected, primary(seen), false); });
  Statement& statement = emit(StatementKind::kIf, object.where, "!" + same);
  statement.body = std::move(back);
  return primary(same);
}

Text Lowering::atomic(const clang::AtomicExpr* expression) {
  const llvm::StringRef name = expression->getOpAsString();
  const Lvalue object = atomic_object(expression->getPtr(), expression);
  const clang::SourceLocation where = expression->getBeginLoc();
  if (!name.contains("init")) check_order(expression->getOrder());
  // The generic forms take and return values by address.
  const auto by_address = [&](const clang::Expr* pointer) {
    Lvalue place = pointed(pointer, pointer->getType()->getPointeeType());
    place.type = pointer->getType()->getPointeeType();
    place.shown = source_text(pointer);
    place.where = where;
    return place;
  };
  if (expression->isCmpXChg()) {
    const Lvalue expected = by_address(expression->getVal1());
    const bool by_value = name.starts_with("__c11") || name.ends_with("_n");
    return compare_exchange(
        object, expected, by_value ? value(expression->getVal2()) : read(by_address(expression->getVal2())));
  }
  if (name.contains("load")) {
    const Text loaded = read(object);
    if (name != "__atomic_load") return loaded;
    write(by_address(expression->getVal1()), loaded, false);
    return primary("0");
  }
  if (name.contains("store") || name.contains("init")) {
    const bool by_value = name != "__atomic_store";
    write(object, by_value ? value(expression->getVal1()) : read(by_address(expression->getVal1())), false);
    return primary("0");
  }
  if (name.contains("exchange")) {
    if (name != "__atomic_exchange") return update(object, "=", value(expression->getVal1()), true);
    const Text old = update(object, "=", read(by_address(expression->getVal1())), true);
    write(by_address(expression->getVal2()), old, false);
    return primary("0");
  }
  const std::string op = operator_in(name);
  if (op.empty()) refuse(where, "this atomic operation is not supported: " + source_text(expression));
  if (const auto* pointer = Types::plain(object.type)->getAs<clang::PointerType>())
    assembly_.types.complete(pointer->getPointeeType());
  return update(object, op, value(expression->getVal1()), !name.ends_with("_fetch"),
                name.starts_with("__atomic_"));
}

// __sync_fetch_and_add(&x, 1) and its variants; clang names the size: __sync_fetch_and_add_4.
std::optional<Text> Lowering::sync_builtin(const clang::CallExpr* call, llvm::StringRef name) {
  if (!name.consume_front("__sync_") || call->getNumArgs() == 0) return std::nullopt;
  const Lvalue object = atomic_object(call->getArg(0), call);
  if (name.starts_with("lock_release")) {
    write(object, primary("0"), false);
    return primary("0");
  }
  const Text first = value(call->getArg(1));
  if (name.starts_with("lock_test_and_set") || name.starts_with("swap"))
    return update(object, "=", first, true);
  if (name.contains("compare_and_swap")) {
    const std::string wanted = temporary(Types::plain(object.type));
    assign(primary(wanted), first, call->getBeginLoc());
    Lvalue expected;
    expected.text = primary(wanted);
    expected.type = Types::plain(object.type);
    expected.where = call->getBeginLoc();
    const Text same = compare_exchange(object, expected, value(call->getArg(2)));
    return name.starts_with("bool_") ? same : expected.text;
  }
  const std::string op = operator_in(name);
  if (op.empty()) refuse(call->getBeginLoc(), "this atomic operation is not supported: " + source_text(call));
  return update(object, op, first, name.starts_with("fetch_and_"), true);
}

}  // namespace stalemate::kiss
