#include "domain/health/readiness.hpp"
#include "domain/health/shared_settings.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(readiness_of_a_node)

BOOST_AUTO_TEST_CASE(a_node_begins_with_a_clock_in_doubt_and_names_every_concern_on_a_line_of_its_own) {
  readiness state;
  BOOST_TEST(state.is(concern::clock_unconfirmed, 1h));
  BOOST_TEST(state.text(1h).starts_with("clock.unconfirmed: "));
  state.set(concern::clock_unconfirmed, false);
  BOOST_TEST(state.text(1h).empty());
  std::string lines;
  for (std::size_t i = 0; i < concern_count; ++i) {
    const auto why = static_cast<concern>(i);
    BOOST_TEST(!state.is(why, 1h));
    if (why == concern::store_stuck)
      state.batch_begins(1h - 5'001ms);
    else if (why == concern::reads_stuck || why == concern::lists_stuck)
      state.read_begins(why == concern::reads_stuck ? 7 : readiness::readers_max, 1h - 1ms);
    else
      state.set(why, true);
    BOOST_TEST(state.is(why, 1h));
    BOOST_TEST(to_text(why).find(": ") != std::string_view::npos);
    lines.append(to_text(why)) += '\n';
    BOOST_TEST(state.text(1h) == lines);
  }
  state.set(concern::clock_moved, false);
  BOOST_TEST(!state.is(concern::clock_moved, 1h));
  BOOST_TEST(state.is(concern::clock_apart, 1h));
}

BOOST_AUTO_TEST_CASE(a_batch_is_stuck_after_five_seconds_and_could_be_stored_or_not) {
  readiness state;
  BOOST_TEST(!state.is(concern::store_stuck, 1h));
  state.batch_begins(1h);
  BOOST_TEST(!state.is(concern::store_stuck, 1h + 5s));
  BOOST_TEST(state.is(concern::store_stuck, 1h + 5'001ms));
  state.batch_ends(false);
  BOOST_TEST(!state.is(concern::store_stuck, 2h));
  BOOST_TEST(state.is(concern::store_unavailable, 2h));
  state.batch_begins(2h);
  BOOST_TEST(state.is(concern::store_unavailable, 2h)); // until one was stored
  state.batch_ends(true);
  BOOST_TEST(!state.is(concern::store_unavailable, 2h));
}

BOOST_AUTO_TEST_CASE(a_reader_is_stuck_behind_its_time_whatever_the_others_do_and_lists_are_another_matter) {
  readiness state;
  state.read_begins(3, 5s);
  state.read_begins(readiness::readers_max + 3, 7s);
  BOOST_TEST(!state.is(concern::reads_stuck, 5s));
  BOOST_TEST(state.is(concern::reads_stuck, 5'001ms));
  BOOST_TEST(!state.is(concern::lists_stuck, 7s));
  state.read_ends(3);
  BOOST_TEST(!state.is(concern::reads_stuck, 7'001ms));
  BOOST_TEST(state.is(concern::lists_stuck, 7'001ms));
  state.read_ends(readiness::readers_max + 3);
  BOOST_TEST(!state.is(concern::lists_stuck, 1h));
}

BOOST_AUTO_TEST_CASE(what_hinders_a_part_of_the_work_keeps_none_away) {
  for (std::size_t i = 0; i < concern_count; ++i) {
    const auto why = static_cast<concern>(i);
    readiness state;
    BOOST_TEST(state.wants_work(1h));
    if (why == concern::store_stuck)
      state.batch_begins(1h - 6s);
    else if (why == concern::reads_stuck || why == concern::lists_stuck)
      state.read_begins(why == concern::reads_stuck ? 0 : 2 * readiness::readers_max - 1, 1h - 1s);
    else
      state.set(why, true);
    const bool hinders_a_part = why == concern::clock_unconfirmed || why == concern::clock_moved ||
                                why == concern::lists_stuck || why == concern::keys_missing ||
                                why == concern::settings_differ;
    BOOST_TEST(state.wants_work(1h) == hinders_a_part, to_text(why));
  }
}

BOOST_AUTO_TEST_CASE(what_is_wrong_with_the_clock_makes_it_doubtful_and_nothing_else_does) {
  for (std::size_t i = 0; i < concern_count; ++i) {
    const auto why = static_cast<concern>(i);
    readiness state;
    state.set(concern::clock_unconfirmed, false);
    BOOST_TEST(!state.doubts_clock());
    state.set(why, true);
    const bool is_of_clock =
        why == concern::clock_unconfirmed || why == concern::clock_moved || why == concern::clock_apart;
    BOOST_TEST(state.doubts_clock() == is_of_clock, to_text(why));
  }
}

BOOST_AUTO_TEST_SUITE_END()

namespace {

node_prints node_with(const std::string& incarnation, int began, setting_prints prints) {
  return {incarnation, "node-" + incarnation, timestamp{std::chrono::seconds{began}}, std::move(prints)};
}

std::string odd_text(const std::vector<odd_node>& odd) {
  std::string text;
  for (const auto& one : odd) {
    text += one.node + ":";
    for (const auto& setting : one.settings) text += " " + setting;
    text += "; ";
  }
  return text;
}

} // namespace

BOOST_AUTO_TEST_SUITE(shared_settings)

BOOST_AUTO_TEST_CASE(the_odd_node_differs_from_most_or_from_the_one_that_began_first) {
  struct row {
    const char* name;
    std::vector<node_prints> nodes;
    const char* odd;
  };
  const setting_prints usual{{"brand.name", "1"}, {"outbound.ca_file", "1"}};
  const setting_prints other_ca{{"outbound.ca_file", "2"}, {"brand.name", "1"}};
  const setting_prints all_other{{"outbound.ca_file", "2"}, {"brand.name", "2"}};
  const row rows[] = {
      {"nobody", {}, ""},
      {"alone", {node_with("a", 1, usual)}, ""},
      {"all alike, in any order", {node_with("a", 1, usual), node_with("b", 2, {usual[1], usual[0]})}, ""},
      {"two: the newer one", {node_with("a", 1, usual), node_with("b", 2, other_ca)}, "node-b: outbound.ca_file; "},
      {"two: the newer one has the lower name",
       {node_with("b", 1, usual), node_with("a", 2, other_ca)},
       "node-a: outbound.ca_file; "},
      {"three: the first is alone",
       {node_with("a", 1, all_other), node_with("b", 2, usual), node_with("c", 3, usual)},
       "node-a: brand.name outbound.ca_file; "},
      {"three ways",
       {node_with("a", 1, usual), node_with("b", 2, other_ca), node_with("c", 3, {{"outbound.ca_file", "3"}})},
       "node-b: outbound.ca_file; node-c: outbound.ca_file; "},
      {"each setting by itself",
       {node_with("a", 1, other_ca), node_with("b", 2, usual),
        node_with("c", 3, {{"brand.name", "2"}, {"outbound.ca_file", "1"}})},
       "node-a: outbound.ca_file; node-c: brand.name; "},
      {"a version that does not tell",
       {node_with("a", 1, {}), node_with("b", 2, usual), node_with("c", 3, other_ca)},
       "node-c: outbound.ca_file; "},
  };
  for (const auto& [name, nodes, odd] : rows) BOOST_TEST(odd_text(find_odd_nodes(nodes)) == odd, name);
}

BOOST_AUTO_TEST_CASE(verdicts_follow_from_what_is_set_for_the_way_out) {
  for (const char* setting : {"outbound.ca_file", "outbound.system_certificates", "outbound.dns_servers"})
    BOOST_TEST(makes_verdicts(setting), setting);
  for (const char* setting : {"brand.name", "webhook.timeout", "version"})
    BOOST_TEST(!makes_verdicts(setting), setting);
}

BOOST_AUTO_TEST_SUITE_END()
