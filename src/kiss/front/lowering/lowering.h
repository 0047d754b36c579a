// One function of the program, or one initialiser of a global, turned into statements with at most one shared
// access each. Expressions are evaluated left to right into temporaries; the result of an expression is text
// over locals, which can be put anywhere before the next statement.
#pragma once

#include "kiss/front/assembly.h"
#include "kiss/front/fault.h"
#include "kiss/front/text.h"

namespace stalemate::kiss {

struct LibraryFunction;

// An array whose length is known when its declaration is reached; null for other types. Arrays of such arrays
// are refused.
const clang::VariableArrayType* variable_array(clang::QualType type);

// Where a value lies.
struct Lvalue {
  Text text;
  clang::QualType type;
  bool is_shared = false;
  bool is_benign = false;
  std::string variable;        // Access::variable
  std::string address, bytes;  // of a bit-field; else from the text
  std::string shown;
  bool is_operation = false;  // `shown` has the operation, not the object
  clang::SourceLocation where;

  bool is_atomic() const { return type->isAtomicType(); }
};

class Lowering {
 public:
  Lowering(Assembly& assembly, const Unit& unit) : assembly_(assembly), unit_(unit) {}

  Function function(const clang::FunctionDecl* function, const std::string& name);
  // The initialiser of a global: a constant, so that it needs no statement.
  std::string constant(const clang::Expr* initialiser);

 private:
  using List = std::vector<Statement>;
  struct Local {
    Text text;
    bool is_shared = false;
  };

  // lowering.cc: places, names, the list being filled.
  Statement& emit(StatementKind kind, clang::SourceLocation where, std::string text = {});
  Place place(clang::SourceLocation where) const;
  [[noreturn]] void refuse(clang::SourceLocation where, const std::string& sentence) const;
  std::string source_text(const clang::Expr* expression) const;
  std::string claim(const std::string& preferred);
  std::string temporary(clang::QualType type);
  std::string keep(clang::QualType type, const std::string& name);
  const Local& local(const clang::VarDecl* variable);
  std::string signature(const clang::FunctionDecl* function, const std::string& name);
  void close(const clang::FunctionDecl* function);
  template <class Fill>
  List collect(Fill fill) {
    List list;
    List* const outer = std::exchange(out_, &list);
    fill();
    out_ = outer;
    return list;
  }

  // expressions.cc, compound.cc
  Text value(const clang::Expr* expression);
  void effect(const clang::Expr* expression);
  Text cast(const clang::CastExpr* cast);
  Text implicit_cast(const clang::CastExpr* cast, const Text& operand);
  Text unary_operation(const clang::UnaryOperator* operation, bool is_used);
  Text binary_operation(const clang::BinaryOperator* operation, bool is_used);
  Text arithmetic(const clang::BinaryOperator* operation);
  Text logical(const clang::BinaryOperator* operation, bool is_used);
  Text conditional(const clang::AbstractConditionalOperator* operation, bool is_used);
  Text assignment(const clang::BinaryOperator* operation, bool is_used);
  Text compound_assignment(const clang::CompoundAssignOperator* operation, bool is_used);
  Text step(const clang::UnaryOperator* operation, bool is_used);
  Text statement_expression(const clang::StmtExpr* expression, bool is_used);
  Text literal(const clang::Expr* expression);
  Text argument_of_type(const clang::UnaryExprOrTypeTraitExpr* expression);
  bool assertion(const clang::Expr* condition, const clang::Stmt* otherwise, clang::SourceLocation where);

  // lvalues.cc
  Lvalue lvalue(const clang::Expr* expression);
  Lvalue pointed(const clang::Expr* pointer, clang::QualType type);
  Lvalue member(const clang::MemberExpr* expression);
  Lvalue element(const clang::ArraySubscriptExpr* expression);
  Lvalue variable(const clang::VarDecl* variable);
  Lvalue materialised(const clang::Expr* expression);
  Text read(const Lvalue& place);
  Text write(const Lvalue& place, const Text& value, bool is_used);
  void assign(const Text& to, const Text& value, clang::SourceLocation where);
  Statement& access(const Lvalue& place, AccessKind kind, std::string text);

  // initialisers.cc
  std::string initialiser(const clang::Expr* expression, clang::QualType type);
  void initialise(const clang::VarDecl* variable);
  void initialise(const Lvalue& place, const clang::Expr* expression);
  void allocate(const clang::VarDecl* variable, const clang::VariableArrayType* array);
  Lvalue compound_literal(const clang::CompoundLiteralExpr* literal);

  // calls.cc, primitives.cc
  Text call(const clang::CallExpr* call, bool is_used);
  Text call_body(const clang::CallExpr* call, const Body& body, bool is_used);
  Text call_pointer(const clang::CallExpr* call, bool is_used);
  Text call_library(const clang::CallExpr* call, const LibraryFunction& function, bool is_used);
  Text call_pure(const clang::CallExpr* call, const LibraryFunction& function, bool is_used);
  Text call_on_memory(const clang::CallExpr* call, const LibraryFunction& function, bool is_used);
  std::optional<Access> memory_access(const clang::Expr* pointer, AccessKind kind, const std::string& address,
                                      const std::string& bytes);
  bool is_of_the_system(const clang::FunctionDecl* function) const;
  void refuse_foreign_types(const clang::CallExpr* call, const Body& body) const;
  Text call_unknown(const clang::CallExpr* call, llvm::StringRef name, bool is_used);
  std::optional<Text> call_primitive(const clang::CallExpr* call, llvm::StringRef name, bool is_used);
  std::optional<Text> call_builtin(const clang::CallExpr* call, llvm::StringRef name, bool is_used);
  Text overflow(const clang::CallExpr* call, llvm::StringRef name);
  Text finish_call(const clang::CallExpr* call, StatementKind kind, const std::string& text, bool is_used);
  std::vector<Text> values(const clang::CallExpr* call);
  std::string arguments(const clang::CallExpr* call);
  void fail(const clang::CallExpr* call, const std::string& failure, const std::string& message);
  void begin_atomic(clang::SourceLocation where, const std::string& shown);
  void end_atomic(clang::SourceLocation where);
  std::string function_name(const clang::FunctionDecl* function, clang::SourceLocation where);

  // atomics.cc
  Text atomic(const clang::AtomicExpr* expression);
  std::optional<Text> sync_builtin(const clang::CallExpr* call, llvm::StringRef name);
  Text compare_exchange(const Lvalue& object, const Lvalue& expected, const Text& desired);
  Text update(const Lvalue& object, const std::string& op, const Text& operand, bool gives_old,
              bool counts_bytes = false);
  Lvalue atomic_object(const clang::Expr* pointer, const clang::Expr* whole);
  void check_order(const clang::Expr* order);

  // statements.cc
  void statement(const clang::Stmt* statement);
  void lower_statement(const clang::Stmt* statement);
  void declaration(const clang::DeclStmt* statement);
  void if_statement(const clang::IfStmt* statement);
  void switch_statement(const clang::SwitchStmt* statement);
  void switch_case(const clang::SwitchCase* statement);
  void leave(const clang::Stmt* statement);
  void return_statement(const clang::ReturnStmt* statement);
  void label(const clang::LabelStmt* statement);
  std::string label_name(const clang::LabelDecl* label);

  // loops.cc
  struct Loop {
    std::string next;  // label that `continue` goes to; empty: kContinue
    bool is_left = false;
    int atomic = 0;  // where it began
  };
  struct Parts {
    const clang::Stmt* whole;
    const clang::Expr* condition;  // null: always
    const clang::Stmt* body;
    const clang::Expr* step = nullptr;
    bool is_tested_last = false;
  };
  void loop(const Parts& parts);
  void once(const clang::DoStmt* statement);
  std::optional<bool> constant_truth(const clang::Expr* condition) const;
  void leave_unless(const clang::Expr* condition);

  Assembly& assembly_;
  const Unit& unit_;
  const clang::FunctionDecl* current_ = nullptr;
  Function result_;
  List* out_ = nullptr;
  std::set<std::string> names_;
  std::map<const clang::VarDecl*, Local> locals_;
  std::map<const clang::VarDecl*, std::string> lengths_;  // of arrays of variable length
  std::map<const clang::LabelDecl*, std::string> labels_;
  std::set<std::string> passed_labels_, backward_;  // seen so far; jumped to from below
  std::map<const clang::OpaqueValueExpr*, Text> opaque_;
  std::vector<Loop> loops_;
  unsigned temporaries_ = 0;
  std::vector<int> breakable_;  // of the loops and switches around: whether they began inside a region
  int atomic_ = 0;              // inside a region
  std::string atomic_exit_;     // of a function that is one region: where `return` goes
  std::string atomic_result_;
};

}  // namespace stalemate::kiss
