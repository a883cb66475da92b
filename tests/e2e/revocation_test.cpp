// Two nodes under load: what a token may do ends with the answer that says so, at both of them.
#include "tests/e2e/two_nodes.hpp"
#include "tests/support/until.hpp"

#include <atomic>

namespace paylink::test {

namespace {

using std::chrono::steady_clock;

constexpr int callers_at_each_node = 8;
constexpr auto load_before = 300ms, load_after = 300ms;

/// What one call was answered, and when it was sent.
struct answered {
  steady_clock::time_point sent_at;
  unsigned status = 0;
};

/// Calls both nodes with the token without pause, has `change` made at the first meanwhile, and checks every answer.
void change_under_load(const two_nodes& all_nodes, const std::string& token, const api_call& change, unsigned wanted,
                       unsigned refused) {
  const auto path = "/v1.1/payment-links/" + all_nodes.workspace().text() + "/unknown/cancel";
  std::atomic<bool> is_over = false;
  std::vector<std::vector<answered>> all(2 * callers_at_each_node);
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < all.size(); ++i)
    threads.emplace_back([&, i] {
      api_client client{{.base_url = all_nodes.address(i % 2), .token = token, .ca_file = {}}};
      while (!is_over) {
        const auto sent_at = steady_clock::now();
        const auto answer = client.send({.method = http_method::post, .target = path, .body = {}, .headers = {}});
        const auto* reported = std::get_if<api_answer>(&answer);
        all[i].push_back({sent_at, reported ? reported->status : 0});
      }
    });
  test::pause_for(load_before);
  api_client by{{.base_url = all_nodes.address(0), .token = {}, .ca_file = {}}};
  const auto begun_at = steady_clock::now();
  const auto answer = by.send(change);
  const auto done_at = steady_clock::now();
  test::pause_for(load_after);
  is_over = true;
  threads.clear();
  const auto* reported = std::get_if<api_answer>(&answer);
  BOOST_REQUIRE(reported);
  BOOST_TEST(reported->status == wanted, reported->body);
  std::size_t before = 0, after = 0, wrong = 0;
  auto first = done_at, last = done_at;
  for (const auto& calls : all)
    for (const auto& [sent_at, status] : calls) {
      first = std::min(first, sent_at), last = std::max(last, sent_at);
      before += sent_at < begun_at ? 1 : 0;
      after += sent_at > done_at ? 1 : 0;
      if (sent_at > done_at ? status != refused
                            : status != 404 && (sent_at < begun_at - load_before || status != refused))
        ++wrong;
    }
  BOOST_TEST(wrong == 0u);
  BOOST_TEST((before > 0 && after > 0));
  BOOST_TEST_MESSAGE(static_cast<double>(before + after) / std::chrono::duration<double>{last - first}.count()
                     << " calls a second, " << after << " after the change");
}

} // namespace

BOOST_AUTO_TEST_CASE(what_a_token_may_do_ends_with_the_answer_to_the_change_at_both_nodes) {
  two_nodes all;
  const auto of = "/v1.1/workspaces/" + all.workspace().text() + "/members/";
  const auto owner = all.sign_in(all.owner());

  auto creator = all.hire("demoted");
  change_under_load(
      all, all.give(creator).second,
      {.method = http_method::patch, .target = of + creator.text(), .body = R"({"role":"viewer"})", .headers = owner},
      200, 403);
  creator = all.hire("removed");
  change_under_load(all, all.give(creator).second,
                    {.method = http_method::del, .target = of + creator.text(), .body = {}, .headers = owner}, 204,
                    403);
  creator = all.hire("leaving");
  change_under_load(
      all, all.give(creator).second,
      {.method = http_method::del, .target = of + creator.text(), .body = {}, .headers = all.sign_in(creator)}, 204,
      403);
  creator = all.hire("revoking");
  const auto [revoked, revoked_token] = all.give(creator);
  change_under_load(all, revoked_token,
                    {.method = http_method::del,
                     .target = "/v1.1/api-tokens/" + revoked.text(),
                     .body = {},
                     .headers = all.sign_in(creator)},
                    204, 401);
  const auto [rotated, rotated_token] = all.give(creator);
  change_under_load(all, rotated_token,
                    {.method = http_method::post,
                     .target = "/v1.1/api-tokens/" + rotated.text() + "/rotate",
                     .body = {},
                     .headers = all.sign_in(creator)},
                    200, 401);
}

} // namespace paylink::test
