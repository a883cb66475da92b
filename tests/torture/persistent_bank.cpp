#include "tests/torture/persistent_bank.hpp"

#include "domain/values/time.hpp"
#include "secrets/hmac.hpp"
#include "tests/support/until.hpp"

namespace paylink::test {

namespace {

constexpr int tellers = 8;
constexpr std::chrono::milliseconds pause_between_tries{20};

std::string bank_reference_of(std::size_t position) { return "B" + std::to_string(position); }

} // namespace

persistent_bank::persistent_bank(terms agreed, std::vector<std::string> references)
    : agreed_{std::move(agreed)}, references_{std::move(references)} {
  for (int i = 0; i < tellers; ++i) threads_.emplace_back([this] { work(); });
}

persistent_bank::~persistent_bank() {
  has_given_up_ = true;
  finish();
}

void persistent_bank::finish() {
  is_ending_ = true;
  for (auto& thread : threads_)
    if (thread.joinable()) thread.join();
}

std::vector<acknowledgement> persistent_bank::acknowledged() const {
  const std::lock_guard held{mutex_};
  return acknowledged_;
}

void persistent_bank::work() {
  const auto interval = std::chrono::nanoseconds{std::chrono::seconds{1}} / agreed_.credits_a_second;
  for (;;) {
    const auto position = next_++;
    if (position >= references_.size()) return;
    test::pause_for(start_ + interval * position - std::chrono::steady_clock::now());
    if (is_ending_) return;
    if (!pay(position)) return;
    const auto now = std::chrono::steady_clock::now();
    const std::lock_guard held{mutex_};
    acknowledged_.push_back({references_[position], bank_reference_of(position), now});
  }
}

std::vector<std::string> persistent_bank::wrong_answers() const {
  const std::lock_guard held{mutex_};
  return wrong_answers_;
}

void persistent_bank::count(const api_answer& refusal) {
  if (refusal.status == 503 && !refusal.header("retry-after").empty()) {
    ++refusals_;
    return;
  }
  const std::lock_guard held{mutex_};
  wrong_answers_.push_back(std::to_string(refusal.status) + " " + refusal.body);
}

bool persistent_bank::pay(std::size_t position) {
  api_client service{{.base_url = agreed_.base_url, .token = {}, .ca_file = {}, .timeout = std::chrono::seconds{10}}};
  hmac_sha256 key{agreed_.feed_secret};
  while (!has_given_up_) {
    const auto now = system_wall_clock{}.now();
    const std::string body = R"({"bank_reference":")" + bank_reference_of(position) + R"(","account_number":")" +
                             agreed_.account_number + R"(","amount":)" + std::to_string(agreed_.amount) +
                             R"(,"transfer_type":"credit","content":"thanh toan )" + references_[position] +
                             R"(","occurred_at":")" + format_rfc3339(now) + R"(","status":"booked"})";
    const auto signed_at = std::to_string(unix_seconds(now));
    const auto reported = service.send({http_method::post,
                                        "/v1.1/bank-feed/MB",
                                        body,
                                        {{"Content-Type", "application/json"},
                                         {"X-Service-Timestamp", signed_at},
                                         {"X-Service-Signature", key.hex({signed_at, ".", body})}},
                                        false});
    const auto* answer = std::get_if<api_answer>(&reported);
    if (answer && answer->status == 200) return true;
    if (answer) count(*answer);
    test::pause_for(pause_between_tries);
  }
  return false;
}

} // namespace paylink::test
