#include "tests/torture/persistent_bank.hpp"

#include "domain/time.hpp"
#include "http/api_client.hpp"
#include "secrets/hmac.hpp"

namespace paylink::testing {

namespace {

constexpr int tellers = 8;
constexpr std::chrono::milliseconds pause_between_tries{20};

} // namespace

persistent_bank::persistent_bank(terms agreed, std::vector<std::string> references)
    : agreed_{std::move(agreed)}, references_{std::move(references)} {
  for (int i = 0; i < tellers; ++i) threads_.emplace_back([this] { work(); });
}

persistent_bank::~persistent_bank() { finish(); }

void persistent_bank::finish() {
  is_ending_ = true;
  for (auto& thread : threads_)
    if (thread.joinable()) thread.join();
}

void persistent_bank::work() {
  const auto interval = std::chrono::nanoseconds{std::chrono::seconds{1}} / agreed_.credits_a_second;
  for (;;) {
    const auto position = next_++;
    if (position >= references_.size()) return;
    std::this_thread::sleep_until(start_ + interval * position);
    if (is_ending_) return;
    pay(position);
    const std::lock_guard held{mutex_};
    acknowledged_.push_back(references_[position]);
  }
}

void persistent_bank::pay(std::size_t position) {
  api_client service{{.base_url = agreed_.base_url, .token = {}, .ca_file = {}, .timeout = std::chrono::seconds{10}}};
  hmac_sha256 key{agreed_.feed_secret};
  for (;;) {
    const auto now = system_wall_clock{}.now();
    const std::string body = R"({"bank_reference":"B)" + std::to_string(position) + R"(","account_number":")" +
                             agreed_.account_number + R"(","amount":)" + std::to_string(agreed_.amount) +
                             R"(,"transfer_type":"credit","content":"thanh toan )" + references_[position] +
                             R"(","occurred_at":")" + format_rfc3339(now) + R"(","status":"booked"})";
    const auto signed_at = std::to_string(unix_seconds(now));
    const auto told = service.send({verb::post,
                                    "/v1.1/bank-feed/MB",
                                    body,
                                    {{"Content-Type", "application/json"},
                                     {"X-Service-Timestamp", signed_at},
                                     {"X-Service-Signature", key.hex({signed_at, ".", body})}},
                                    false});
    const auto* answer = std::get_if<api_answer>(&told);
    if (answer && answer->status == 200) return;
    if (answer) ++(answer->status == 503 && !answer->header("retry-after").empty() ? refusals_ : wrong_answers_);
    std::this_thread::sleep_for(pause_between_tries);
  }
}

} // namespace paylink::testing
