#include "api/banks/account_calls.hpp"
#include "api/banks/bank_account_records.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/request_record.hpp"
#include "domain/banks/connection.hpp"
#include "logging/log.hpp"

namespace paylink {

namespace {

constexpr form otp_code{.pattern = "^[0-9A-Za-z]{4,10}$", .example = "123456"};
struct given_otp {
  std::optional<std::string> otp;
};
constexpr auto otp_members = members_into<given_otp>({
    {"otp", otp_code, into<&given_otp::otp>, "The one-time code that the bank has sent to the account's holder."},
});
constexpr request_record otp_record{"OneTimeCode", "A one-time code.", otp_members};

constexpr route_description giving_a_code{
    .id = "giveOneTimeCode",
    .tag = bank_tag,
    .summary = "Submit the bank's one-time code",
    .details = "The account is connected when the bank accepts the code. A wrong code gets 422 `OTP_INVALID` with the "
               "number of attempts left; after 5 attempts or 5 minutes, request another code. 409 if another Workspace "
               "has connected the account, or if no code is expected.",
    .bodies = {&otp_record},
    .answers = {answers::record("The connected account.", bank_account_record)},
    .errors = {errc::conflict, errc::otp_invalid, errc::bank_account_taken, errc::bank_unreachable},
};

constexpr route_description sending_another_code{
    .id = "resendOneTimeCode",
    .tag = bank_tag,
    .summary = "Request another one-time code",
    .details = "The attempts and the 5 minutes start again. A bank sends at most 5 codes for a connection: 429.",
    .answers = {answers::record("The account, with its connection in progress.", bank_account_record)},
    .errors = {errc::conflict, errc::bank_unreachable},
};

http_response refuse_without_code(const reply_context& context) {
  return context.fail(errc::conflict, "This account is not waiting for a one-time code.");
}

http_response refuse_code(const reply_context& context, std::string message) {
  return context.fail(errc::otp_invalid, {}, {"otp", "format", std::move(message)});
}

handled tell_connected(const reply_context& context, result<write_reply>& outcome) {
  const auto done = reply_to<finish_connection>(outcome);
  // Something has ended the connection meanwhile.
  if (!done && to_errc(done.error()) == errc::not_found) return refuse_without_code(context);
  if (!done) return context.fail(done.error());
  const auto& account = done->account;
  log::info("bank_account.connected", {{"workspace", account.workspace.view()}, {"account", account.id.view()}});
  return answer_account(200, *done, context.now);
}

handled judge_code(call_context& context, bank_account_id id, const counted_otp& counted,
                   const connector_answer& answer) {
  const auto read = read_done(answer);
  if (const auto* const failure = std::get_if<connector_failure>(&read)) return fail_at_bank(context, *failure);
  if (const auto* const refusal = std::get_if<connector_refusal>(&read)) {
    log::info("bank.refused", {{"trace_id", context.call.request.trace_id}, {"code", refusal->code}});
    return refuse_code(context, "The bank does not accept this code" +
                                    (counted.left == 0 ? std::string{". Request another one."}
                                                       : "; attempts left: " + std::to_string(counted.left) + "."));
  }
  return continue_with{{.workspace = context.workspace,
                        .write = finish_connection{.workspace = context.workspace,
                                                   .id = id,
                                                   .connection_id = counted.connection_id,
                                                   .by = context.by_caller()},
                        .announce = [](const write_reply&, news_desk& news) { news.on_accounts_due(); }},
                       tell_connected};
}

/// Asks the bank whether the code is right. It is counted already, so that a crash gives no further try.
handled show_to_bank(const call_context& context, const account_overview& seen, const counted_otp& counted,
                     const std::string& otp) {
  const auto id = seen.account.id;
  return continue_with{connector_call{give_otp(seen.account.feed, counted.connection_id, otp,
                                               audit_id::make(context.now, context.services.random).text()),
                                      id},
                       [id, counted](call_context& again, const connector_answer& answer) {
                         return judge_code(again, id, counted, answer);
                       }};
}

handled give_one_time_code(call_context& context) {
  const auto seen = find_account_of_call(context);
  if (!seen) return context.fail_to_find("bank account", seen.error());
  auto [asked, faults] = otp_record.read(context.body);
  require_member(asked.otp, "otp", faults);
  if (asked.otp)
    if (auto fault = fault_of_otp(*asked.otp)) add_faults(faults, {std::move(*fault)});
  if (!faults.empty()) return context.refuse(faults);
  const auto tell = [seen = *seen, otp = *asked.otp](const reply_context& done,
                                                     result<write_reply>& outcome) -> handled {
    auto counted = reply_to<count_otp_try>(outcome);
    if (!counted && to_errc(counted.error()) == errc::conflict) return refuse_without_code(done);
    if (!counted && to_errc(counted.error()) == errc::otp_invalid)
      return refuse_code(done, "The last code has expired or has no attempts left. Request another one.");
    if (!counted) return done.fail_to_find("bank account", counted.error());
    return [seen, otp, counted = std::move(*counted)](call_context& again) {
      return show_to_bank(again, seen, counted, otp);
    };
  };
  return count_code_then(
      context, tried::bank_code_guess, seen->account, [id = seen->account.id, tell](call_context& again) -> handled {
        return continue_with{
            {.workspace = again.workspace, .write = count_otp_try{.workspace = again.workspace, .id = id}}, tell};
      });
}

handled have_code_sent(const call_context& context, const account_overview& seen, const counted_otp& counted) {
  return continue_with{connector_call{ask_for_otp(seen.account.feed, counted.connection_id,
                                                  audit_id::make(context.now, context.services.random).text()),
                                      seen.account.id},
                       [](call_context& again, const connector_answer& answer) -> handled {
                         const auto read = read_done(answer);
                         if (auto refused = refuse_answer(again, read, {})) return std::move(*refused);
                         return show_bank_account(again);
                       }};
}

handled resend_one_time_code(call_context& context) {
  const auto seen = find_account_of_call(context);
  if (!seen) return context.fail_to_find("bank account", seen.error());
  const auto tell = [seen = *seen](const reply_context& done, result<write_reply>& outcome) -> handled {
    auto counted = reply_to<count_otp_send>(outcome);
    if (!counted && to_errc(counted.error()) == errc::conflict) return refuse_without_code(done);
    if (!counted && to_errc(counted.error()) == errc::rate_limited)
      return done.come_again("The bank has sent 5 codes for this connection. Start it again.");
    if (!counted) return done.fail_to_find("bank account", counted.error());
    return [seen, counted = std::move(*counted)](call_context& again) { return have_code_sent(again, seen, counted); };
  };
  return count_code_then(
      context, tried::bank_code, seen->account, [id = seen->account.id, tell](call_context& again) -> handled {
        return continue_with{
            {.workspace = again.workspace, .write = count_otp_send{.workspace = again.workspace, .id = id}}, tell};
      });
}

} // namespace

using enum permission;
constexpr api_route connection_proof_rows[]{
    routes::by_admins(routes::by_session(routes::with(bank_accounts_write, http_method::post,
                                                      "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/otp",
                                                      give_one_time_code, giving_a_code))),
    routes::by_admins(routes::by_session(routes::with(bank_accounts_write, http_method::post,
                                                      "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/otp/resend",
                                                      resend_one_time_code, sending_another_code))),
};
constexpr std::span<const api_route> connection_proof_routes{connection_proof_rows};

} // namespace paylink
