#include "connectors/connector_check.hpp"

#include "connectors/connector_protocol.hpp"
#include "http/wire/feed_codec.hpp"
#include "secrets/hmac.hpp"

#include <boost/json.hpp>

namespace paylink {

namespace json = boost::json;

namespace {

/// How a call is to be wrong.
enum class flaw { none, unsigned_call, other_secret, old_time, other_body };

class connector_examiner {
public:
  connector_examiner(api_client& client, const connector_trial& trial, const wall_clock& clock, random_source& random)
      : client_{client}, trial_{trial}, clock_{clock}, random_{random} {}

  std::vector<connector_check_result> run() {
    const auto unknown = ask_for_state(trial_.feed, "paylink-check-unknown");
    const auto first = call(unknown, flaw::unsigned_call);
    judge("an unsigned call gets 401", is_status(first, 401));
    if (first.failed != errc::ok) return std::move(results_);
    judge("a call signed with another secret gets 401", is_status(call(unknown, flaw::other_secret), 401));
    judge("a signature that is 10 minutes old gets 401", is_status(call(unknown, flaw::old_time), 401));
    judge("an unknown connection gets 404", is_status(call(unknown), 404));
    if (trial_.connection_id.empty()) {
      judge_new_connection();
    } else {
      judge_state(trial_.connection_id);
      judge_entries(trial_.connection_id);
    }
    return std::move(results_);
  }

private:
  void judge(std::string name, std::string problem) { results_.push_back({std::move(name), std::move(problem)}); }

  static std::string is_status(const connector_answer& answer, unsigned wanted) {
    if (answer.failed != errc::ok) return answer.reason;
    if (answer.status == wanted) return {};
    return "the answer is " + std::to_string(answer.status) + ", not " + std::to_string(wanted);
  }

  template <class Value>
  static std::string problem_of(const connector_result<Value>& read) {
    if (const auto* const refusal = std::get_if<connector_refusal>(&read))
      return "it refuses with " + refusal->code + ": " + refusal->message;
    if (const auto* const failure = std::get_if<connector_failure>(&read)) return failure->reason;
    return {};
  }

  std::string new_key() { return "check-" + audit_id::make(clock_.now(), random_).text().substr(4); }

  connector_answer call(const connector_request& request, flaw with = flaw::none) {
    constexpr std::int64_t ten_minutes = 600;
    const auto seconds = std::to_string(unix_seconds(clock_.now()) - (with == flaw::old_time ? ten_minutes : 0));
    const auto target = client_.address().path + request.target;
    const auto secret = with == flaw::other_secret ? trial_.secret + "x" : trial_.secret;
    const auto body = with == flaw::other_body ? request.body + " " : request.body;
    api_call made{
        .method = request.method, .target = request.target, .body = request.body, .headers = {}, .is_repeatable = true};
    if (with != flaw::unsigned_call) {
      made.headers.emplace_back("X-" + trial_.brand + "-Timestamp", seconds);
      made.headers.emplace_back("X-" + trial_.brand + "-Signature",
                                hmac_sha256{secret}.hex({signed_text(seconds, request.method, target, body)}));
    }
    if (!request.idempotency_key.empty()) made.headers.emplace_back("Idempotency-Key", request.idempotency_key);
    auto outcome = client_.send(made);
    if (auto* const failed = std::get_if<unreachable>(&outcome))
      return {.failed = errc::bank_unreachable, .reason = std::move(failed->reason)};
    auto& answer = std::get<api_answer>(outcome);
    return {.status = answer.status, .body = std::move(answer.body)};
  }

  void judge_state(const std::string& id) {
    judge("it reports the state", problem_of(read_state(call(ask_for_state(trial_.feed, id)))));
  }

  void judge_new_connection() {
    const auto request = ask_to_connect({.feed = trial_.feed,
                                         .bin = trial_.bin,
                                         .account_number = trial_.account_number,
                                         .holder_name = trial_.holder_name,
                                         .phone = trial_.phone,
                                         .identity_number = trial_.identity_number},
                                        new_key());
    judge("a body that is not the signed one gets 401", is_status(call(request, flaw::other_body), 401));
    const auto begun = read_begun(call(request));
    judge("a connection is started", problem_of(begun));
    const auto* const connection = std::get_if<begun_connection>(&begun);
    if (connection == nullptr) return;
    const auto again = read_begun(call(request));
    const auto* const repeated = std::get_if<begun_connection>(&again);
    judge("the same Idempotency-Key returns the same connection", repeated == nullptr ? problem_of(again)
                                                                  : repeated->connection_id == connection->connection_id
                                                                      ? std::string{}
                                                                      : "it began another connection");
    judge_state(connection->connection_id);
    if (!connection->needs_otp) return judge_entries(connection->connection_id);
    judge_code(connection->connection_id);
    judge_no_entries(connection->connection_id);
  }

  void judge_code(const std::string& id) {
    const auto answer = call(give_otp(trial_.feed, id, "00000000", new_key()));
    const auto read = read_done(answer);
    judge("a wrong code gets 422 with a code and a message", answer.status != 422 ? is_status(answer, 422)
                                                             : !std::holds_alternative<connector_refusal>(read)
                                                                 ? "its body has no error with a code"
                                                                 : std::string{});
    judge("another code is sent", problem_of(read_done(call(ask_for_otp(trial_.feed, id, new_key())))));
  }

  void judge_no_entries(const std::string& id) {
    const auto answer = call(ask_for_entries(trial_.feed, id, {}, 1));
    const auto read = read_entries(answer);
    const auto* const page = std::get_if<fetched_entries>(&read);
    judge("a connection that waits for its code has no entries: 409, or an empty page",
          answer.status == 409    ? std::string{}
          : page == nullptr       ? problem_of(read)
          : page->entries == "[]" ? std::string{}
                                  : "it tells entries of an account whose holder has proved nothing");
  }

  void judge_entries(const std::string& id) {
    const auto read = read_entries(call(ask_for_entries(trial_.feed, id, {}, 1)));
    judge("entries are listed", problem_of(read));
    const auto* const page = std::get_if<fetched_entries>(&read);
    if (page == nullptr || page->entries == "[]") return;
    const auto decoded = decode_bank_feed(R"({"entries":)" + page->entries + "}", trial_.feed);
    const auto* const entries = std::get_if<std::vector<decoded_entry>>(&decoded);
    std::string problem;
    if (entries == nullptr)
      problem = "they are not in the form of the native feed";
    else if (entries->size() > 1)
      problem = "limit=1 gets " + std::to_string(entries->size()) + " entries";
    else if (!entries->front().invalid.empty())
      problem = entries->front().invalid;
    judge("an entry has the form of the native feed", problem);
    if (!page->has_more) return;
    const auto next = read_entries(call(ask_for_entries(trial_.feed, id, page->next_after, 1)));
    const auto* const after = std::get_if<fetched_entries>(&next);
    judge("the next page begins after the last entry", after == nullptr ? problem_of(next)
                                                       : after->entries == page->entries
                                                           ? "it begins with the same entry"
                                                           : std::string{});
  }

  api_client& client_;
  const connector_trial& trial_;
  const wall_clock& clock_;
  random_source& random_;
  std::vector<connector_check_result> results_;
};

} // namespace

std::vector<connector_check_result> check_connector(api_client& client, const connector_trial& trial,
                                                    const wall_clock& clock, random_source& random) {
  return connector_examiner{client, trial, clock, random}.run();
}

} // namespace paylink
