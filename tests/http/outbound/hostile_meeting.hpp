#pragma once
#include "tests/http/outbound/outbound_world.hpp"

namespace paylink::test {

/// One way to misbehave, and what must become of the attempt that meets it.
struct hostile_case {
  std::string name;
  receiver_script script;
  failure_class expected = failure_class::none;
  verdict wanted = verdict::retry;
  bool instead_of_tls = false; ///< The script has the bare connection of a client that begins TLS.
};

/// Over which transport receivers are met; the same script misbehaves on either.
enum class transport { plain, tls };

/// Lets one client meet them all at once, each over each transport, and checks of every attempt its class, its verdict
/// and that it was over in time; and of the client that no descriptor and no memory stayed with it.
void meet_all(const std::vector<hostile_case>& cases, std::chrono::milliseconds timeout,
              const std::vector<transport>& over = {transport::plain, transport::tls});

/// A script that reads the request first.
receiver_script after_request(std::function<void(receiver_connection&)> act);

/// Reads the request, says this, and then nothing more.
receiver_script says_and_hangs(std::string text);

/// Reads the request and sends this piece again and again, at this pace, behind a beginning.
receiver_script repeats(std::string beginning, std::string piece,
                        std::chrono::milliseconds pace = std::chrono::milliseconds{0});

/// How far an attempt may outlast its time, on a machine that is busy with much else: one whose clock stood still would
/// last for ever.
constexpr std::chrono::milliseconds lateness_max{5'000};

} // namespace paylink::test
