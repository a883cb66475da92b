#include "tests/cli/program_run.hpp"
#include "tests/cli/scripted_service.hpp"

#include <boost/test/unit_test.hpp>

using namespace paylink;
using namespace paylink::test;

BOOST_AUTO_TEST_SUITE(workspace_verbs)

BOOST_AUTO_TEST_CASE(each_verb_calls_its_path_and_prints_the_workspace) {
  struct verb_case {
    const char* verb;
    http_method method;
    const char* path;
  };
  for (const auto& [verb, method, path] :
       {verb_case{"show", http_method::get, "/v1.1/workspaces/ws_1"},
        verb_case{"suspend", http_method::post, "/v1.1/workspaces/ws_1/suspend"},
        verb_case{"reactivate", http_method::post, "/v1.1/workspaces/ws_1/reactivate"}}) {
    scripted_service service{[](const auto&) { return success_of(R"({"id":"ws_1","status":"suspended"})"); }};
    const auto ran = run_program({"workspaces", verb, "--workspace", "ws_1"}, here(service));
    BOOST_TEST(ran.code == 0, ran.err);
    BOOST_TEST(ran.out.find("suspended") != std::string::npos, ran.out);
    const auto requests = service.requests();
    BOOST_REQUIRE(requests.size() == 1u);
    BOOST_TEST((requests[0].method == method && requests[0].path == path && requests[0].body.empty()), verb);
  }
}

BOOST_AUTO_TEST_SUITE_END()
