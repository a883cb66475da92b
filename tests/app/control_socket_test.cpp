#include "app/admin/control_socket.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/until.hpp"

#include <boost/test/unit_test.hpp>

#include <future>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace paylink;

BOOST_AUTO_TEST_SUITE(control_sockets)

namespace {

/// A daemon's end whose lengthy answer ends when it is told to, or when it is asked to stop.
struct patient_daemon {
  std::string answer_lengthy(const std::function<bool()>& should_stop) {
    begun.set_value();
    test::until([&] { return should_stop() || may_answer; });
    was_stopped = should_stop();
    return was_stopped ? "stopped" : "examined";
  }

  std::filesystem::path folder = test::make_scratch_folder("paylink-control-");
  std::filesystem::path at = folder / "control.sock";
  std::promise<void> begun;
  std::atomic<bool> may_answer = false, was_stopped = false;
  std::unique_ptr<control_socket> socket = std::make_unique<control_socket>(
      at, [](const std::string& request) { return "quick " + request; },
      lengthy_requests{
          .is_one = [](const std::string& request) { return request == "lengthy"; },
          .answer = [this](const std::string&, const auto& should_stop) { return answer_lengthy(should_stop); },
          .answer_if_busy = "busy"});

  std::future<std::optional<std::string>> ask_lengthy() {
    auto answer = std::async(std::launch::async, [this] { return ask_daemon(at, "lengthy"); });
    begun.get_future().wait();
    begun = {};
    return answer;
  }
  ~patient_daemon() {
    socket.reset();
    std::filesystem::remove_all(folder);
  }
};

/// Connects, asks and does not wait.
int ask_and_keep(const std::filesystem::path& at, const std::string& line) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  at.string().copy(address.sun_path, sizeof address.sun_path - 1);
  const int connection = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  BOOST_REQUIRE(::connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  BOOST_REQUIRE(::send(connection, line.data(), line.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(line.size()));
  return connection;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_lengthy_request_keeps_no_other_waiting_and_is_one_at_a_time) {
  patient_daemon daemon;
  for (int round = 0; round < 2; ++round) {
    daemon.may_answer = false;
    auto lengthy = daemon.ask_lengthy();
    BOOST_TEST(ask_daemon(daemon.at, "backup").value() == "quick backup");
    BOOST_TEST(ask_daemon(daemon.at, "lengthy").value() == "busy");
    daemon.may_answer = true;
    BOOST_TEST(lengthy.get().value() == "examined");
  }
}

BOOST_AUTO_TEST_CASE(a_daemon_that_ends_stops_a_lengthy_request) {
  patient_daemon daemon;
  auto lengthy = daemon.ask_lengthy();
  daemon.socket.reset();
  BOOST_TEST(daemon.was_stopped);
  BOOST_TEST(lengthy.get().value() == "stopped");
}

BOOST_AUTO_TEST_CASE(a_lengthy_request_is_stopped_when_its_client_has_gone) {
  patient_daemon daemon;
  const int connection = ask_and_keep(daemon.at, "lengthy\n");
  daemon.begun.get_future().wait();
  BOOST_TEST(!daemon.was_stopped);
  ::close(connection);
  BOOST_TEST(test::until([&] { return daemon.was_stopped.load(); }));
}

BOOST_AUTO_TEST_SUITE_END()
