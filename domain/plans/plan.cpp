#include "domain/plans/plan.hpp"

#include "domain/values/word_list.hpp"

#include <algorithm>
#include <array>
#include <ranges>

namespace paylink {

namespace {

constexpr std::array all_plans{
    plan{"Free", {0}, 30, 1, {650}},
    plan{"P1", {199'000}, 500, 2, {400}},
    plan{"P2", {699'000}, 2'000, 5, {350}},
    plan{"P3", {2'999'000}, 10'000, 10, {300}},
    plan{"VIP1", {5'000'000}, 20'000, 100, {250}},
};

} // namespace

std::span<const plan> plans() { return all_plans; }

std::string listed_plans() { return joined(all_plans | std::views::transform(&plan::name)); }

const plan* find_plan(std::string_view name) {
  const auto found = std::ranges::find(all_plans, name, &plan::name);
  return found == all_plans.end() ? nullptr : &*found;
}

bool is_above(const plan& one, const plan& other) { return one.price > other.price; }

} // namespace paylink
