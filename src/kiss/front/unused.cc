#include "kiss/front/unused.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace stalemate::kiss {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '"') {
      for (i++; i < text.size() && text[i] != '"'; i++)
        if (text[i] == '\\') i++;
      i++;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) end++;
    const bool is_name = end > i && std::isdigit(static_cast<unsigned char>(text[i])) == 0;
    const bool is_member =
        i > 0 && (text[i - 1] == '.' || (i > 1 && text[i - 2] == '-' && text[i - 1] == '>'));
    if (is_name && !is_member) words.push_back(text.substr(i, end - i));
    i = std::max(end, i + 1);
  }
  return words;
}

struct Mentions {
  std::set<std::string> named, targets;

  void text(const std::string& text) {
    for (std::string& word : words_of(text)) named.insert(std::move(word));
  }
  void list(const std::vector<Statement>& statements) {
    for (const Statement& each : statements) {
      if (each.kind == StatementKind::kGoto) targets.insert(each.text);
      text(each.text);
      if (each.access) text(each.access->address);
      list(each.body);
      list(each.otherwise);
    }
  }
};

void drop_labels(std::vector<Statement>& statements, const std::set<std::string>& targets) {
  std::erase_if(statements, [&](const Statement& each) {
    return each.kind == StatementKind::kLabel && targets.count(each.text) == 0;
  });
  for (Statement& each : statements) {
    drop_labels(each.body, targets);
    drop_labels(each.otherwise, targets);
  }
}

// The name that a declaration declares: its last word before the initialiser that is not a size or a keyword.
std::string declared_name(const std::string& declaration) {
  const std::string head = declaration.substr(0, declaration.find(" = "));
  std::size_t star = head.rfind("(*");
  if (star != std::string::npos) {
    const std::vector<std::string> inner = words_of(head.substr(star + 2));
    if (!inner.empty()) return inner.front();
  }
  const std::vector<std::string> words = words_of(head.substr(0, head.find('[')));
  return words.empty() ? "" : words.back();
}

}  // namespace

void drop_unused(Function& function) {
  Mentions mentions;
  mentions.list(function.body);
  drop_labels(function.body, mentions.targets);
  std::erase_if(function.locals, [&](const std::string& declaration) {
    return mentions.named.count(declared_name(declaration)) == 0;
  });
}

}  // namespace stalemate::kiss
