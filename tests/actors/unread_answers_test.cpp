// What happens while a Workspace does not read what it has asked for.
#include "api/answers/answer_budget.hpp"
#include "tests/actors/virtual_node.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace paylink::test {

BOOST_AUTO_TEST_SUITE(unread_answers)

BOOST_AUTO_TEST_CASE(lists_wait_while_their_workspace_leaves_answers_unread_and_others_are_served) {
  virtual_node node;
  const auto other = node.open_shop("1111111111");
  for (int i = 0; i < 100; ++i) node.make_link("150000", R"(,"metadata":{"note":")" + std::string(400, 'x') + R"("})");
  const std::string path = "/v1.1/payment-links/" + node.workspace.text() + "?limit=100";
  std::vector<std::shared_ptr<std::optional<http_response>>> answers;
  for (int i = 0; i < 150; ++i)
    answers.push_back(node.begin_call(http_method::get, path, {}, {{"authorization", "Bearer " + node.token}}));
  node.run();
  const auto is_here = [](const auto& answer) { return answer->has_value(); };
  const auto unread = std::ranges::count_if(answers, is_here);
  BOOST_TEST(unread > 0);
  std::size_t unread_bytes = 0;
  for (const auto& answer : answers)
    if (*answer) unread_bytes += (*answer)->body.size();
  BOOST_TEST(unread_bytes < answer_budget::default_bytes_max / 4 + 1'000'000); // those that were being read
  BOOST_TEST(node.call(http_method::get, "/v1.1/payment-links/" + other.workspace.text(), {},
                       {{"authorization", "Bearer " + other.token}})
                 .status == 200u);
  // An answer goes when its client has it, and lets the next one be made.
  std::ptrdiff_t read = 0;
  for (int round = 0; round < 150 && !answers.empty(); ++round) {
    read += static_cast<std::ptrdiff_t>(std::erase_if(answers, is_here));
    node.advance(1s);
  }
  BOOST_TEST(read == 150);
}

BOOST_AUTO_TEST_SUITE_END()

} // namespace paylink::test
