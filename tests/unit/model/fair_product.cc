#include "fair_product.h"

#include <algorithm>
#include <unordered_map>

namespace stalemate::toy {

namespace {

constexpr std::size_t kMostNodes = 6000;

class Builder {
 public:
  Builder(const System& system, const Space& space, std::uint32_t every, const OnEdge& on_edge)
      : space_(space), every_(every), on_edge_(on_edge) {
    for (const Thread& thread : system.threads) numbers_.push_back(thread.number);
    words_ = (*std::max_element(numbers_.begin(), numbers_.end()) + 64) / 64;
    for (const State& state : space.states) existing_.push_back(existing(system, state));
  }

  std::optional<Product> build() {
    static const auto fairness = std::make_unique<Fairness>();
    scheduler_ = fairness.get();
    scheduler_->begin(every_);
    node_of(0, {});
    for (std::uint32_t node = 0; node < product_.state.size(); ++node) {
      if (product_.state.size() > kMostNodes) return std::nullopt;
      for (const Edge& edge : space_.graph.out[product_.state[node]]) {
        if (!product_.may_run[node][edge.thread]) continue;
        replay(node);
        take(edge);
        const Edge here{node, node_of(edge.to, {node, edge}), edge.thread, edge.yields};
        product_.graph.out[node].push_back(here);
        if (on_edge_) on_edge_(product_, here, *scheduler_);
      }
    }
    return std::move(product_);
  }

 private:
  struct Arrival {
    std::uint32_t node = 0;
    Edge edge;  // of the space
  };

  void take(const Edge& edge) {
    if (scheduler_->idle() && !edge.yields) return;
    scheduler_->stepped(edge.thread, edge.yields ? Yield::kProven : Yield::kNone,
                        bits_of(space_.graph.enabled[edge.to]), existing_[edge.to]);
  }

  void replay(std::uint32_t node) {
    path_.clear();
    for (; node != 0; node = arrivals_[node].node) path_.push_back(&arrivals_[node].edge);
    scheduler_->begin(every_);
    for (auto edge = path_.rbegin(); edge != path_.rend(); ++edge) take(**edge);
  }

  // Everything the scheduler goes by.
  std::string key(std::uint32_t state) const {
    std::string all(reinterpret_cast<const char*>(&state), sizeof state);
    for (const std::uint32_t number : numbers_) {
      const Fairness::Window* window = scheduler_->window_of(number);
      if (window == nullptr) {
        all += '-';
        continue;
      }
      all += static_cast<char>(window->yields);
      all += window->open ? 'o' : 'c';
      for (const Fairness::Set* set :
           {&window->always, &window->disabled, &window->scheduled, &window->waits_for}) {
        const Threads threads = threads_of(*set, std::min(words_, (existing_[state] + 63) / 64));
        all.append(reinterpret_cast<const char*>(&threads), words_ * sizeof(std::uint64_t));
      }
    }
    return all;
  }

  std::uint32_t node_of(std::uint32_t state, const Arrival& arrival) {
    const auto fresh = static_cast<std::uint32_t>(product_.state.size());
    const auto [at, inserted] = nodes_.emplace(key(state), fresh);
    if (!inserted) return at->second;
    arrivals_.push_back(arrival);
    product_.state.push_back(state);
    product_.graph.enabled.push_back(space_.graph.enabled[state]);
    product_.graph.out.emplace_back();
    Threads may = space_.graph.enabled[state];
    Priorities P;
    const std::uint32_t words = std::min(words_, (existing_[state] + 63) / 64);
    for (const std::uint32_t t : numbers_) {
      if (scheduler_->holds_back(t, bits_of(space_.graph.enabled[state]))) may.reset(t);
      if (const Fairness::Window* window = scheduler_->window_of(t))
        P.emplace_back(t, threads_of(window->waits_for, words));
    }
    product_.may_run.push_back(may);
    product_.P.push_back(std::move(P));
    return fresh;
  }

  const Space& space_;
  std::uint32_t every_;
  const OnEdge& on_edge_;
  std::vector<std::uint32_t> numbers_, existing_;
  std::uint32_t words_ = 1;
  Fairness* scheduler_ = nullptr;
  Product product_;
  std::vector<Arrival> arrivals_;
  std::vector<const Edge*> path_;
  std::unordered_map<std::string, std::uint32_t> nodes_;
};

}  // namespace

Space states_of(const System& system) {
  Space space;
  std::unordered_map<State, std::uint32_t> nodes;
  auto node_of = [&](const State& state) {
    const auto fresh = static_cast<std::uint32_t>(space.states.size());
    const auto [at, inserted] = nodes.emplace(state, fresh);
    if (inserted) space.states.push_back(state);
    return at->second;
  };
  node_of(initial(system));
  for (std::uint32_t node = 0; node < space.states.size(); ++node) {
    space.graph.enabled.emplace_back();
    space.graph.out.emplace_back();
    for (const Step& step : steps(system, State(space.states[node]))) {
      space.graph.enabled[node].set(step.thread);
      space.graph.out[node].push_back({node, node_of(step.next), step.thread, step.yields});
    }
  }
  return space;
}

bool Product::visits(std::uint32_t of_space) const {
  return std::find(state.begin(), state.end(), of_space) != state.end();
}

std::optional<Product> fair_product(const System& system, const Space& space, std::uint32_t every,
                                    const OnEdge& on_edge) {
  return Builder(system, space, every, on_edge).build();
}

std::uint32_t unrollings(const Product& product, std::uint32_t node, const Edges& cycle, std::uint32_t most) {
  for (std::uint32_t round = 0; round < most; ++round)
    for (const Edge& wanted : cycle) {
      const Edges& out = product.graph.out[node];
      const auto edge = std::find_if(out.begin(), out.end(), [&](const Edge& e) {
        return e.thread == wanted.thread && e.yields == wanted.yields && product.state[e.to] == wanted.to;
      });
      if (edge == out.end()) return round;
      node = edge->to;
    }
  return most;
}

Fairness::Set bits_of(const Threads& threads) {
  // Only as many words as the tests have threads are ever looked at.
  Fairness::Set set;
  for (std::uint32_t w = 0; w < kMostThreads / 64; ++w)
    set.word[w] = ((threads >> (64 * w)) & Threads(~std::uint64_t{0})).to_ullong();
  return set;
}

Threads threads_of(const Fairness::Set& set, std::uint32_t words) {
  Threads threads;
  for (std::uint32_t w = 0; w < words; ++w) threads |= Threads(set.word[w]) << (64 * w);
  return threads;
}

}  // namespace stalemate::toy
