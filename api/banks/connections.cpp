#include "api/banks/account_calls.hpp"
#include "api/banks/bank_account_records.hpp"
#include "api/calls/idempotency.hpp"
#include "api/calls/subject_routes.hpp"
#include "api/description/forms.hpp"
#include "api/description/list_description.hpp"
#include "api/description/request_record.hpp"
#include "domain/banks/connection.hpp"
#include "http/wire/envelope.hpp"
#include "logging/log.hpp"

#include <algorithm>

namespace paylink {

namespace {

using enum presence;

constexpr form holder_form{.least = 1, .most = 100, .example = "NGUYEN VAN A"};
constexpr form account_number_form{.pattern = "^[0-9A-Z]{4,19}$", .example = "0123456789"};
constexpr form phone_form{.pattern = "^\\+?[0-9]{8,15}$", .example = "0912345678"};
constexpr form identity_form{.pattern = "^[0-9A-Za-z-]{6,20}$", .example = "012345678901"};
constexpr std::string_view phone_sentence = "The phone number registered with the bank. Required by a bank that sends "
                                            "a one-time code; passed to the bank, not stored.";
constexpr std::string_view identity_sentence =
    "The holder's identity-document or tax number, if the bank requires it; passed to the bank, not stored.";

struct asked_connection {
  std::optional<std::string> bank, account_type, account_number, holder_name, phone, identity_number;
};
constexpr auto new_account_members = members_into<asked_connection>({
    {"bank", forms::bank_code, into<&asked_connection::bank>,
     "The code of its bank, which must support the Workspace's Banking Mode."},
    {"account_type", one_of_words<account_type>("main"), into<&asked_connection::account_type>,
     "Whether it can have virtual accounts; `main` if omitted.", optional},
    {"account_number", account_number_form, into<&asked_connection::account_number>, "Its number at the bank."},
    {"holder_name", holder_form, into<&asked_connection::holder_name>,
     "The account holder, as the bank writes the name."},
    {passed_on("phone"), phone_form, into<&asked_connection::phone>, phone_sentence, optional, phone_form.example,
     false},
    {passed_on("identity_number"), identity_form, into<&asked_connection::identity_number>, identity_sentence, optional,
     identity_form.example, false},
});
constexpr request_record new_account_record{"NewBankAccount", "An account to connect.", new_account_members};
constexpr auto again_members = members_into<asked_connection>({
    {passed_on("phone"), phone_form, into<&asked_connection::phone>, phone_sentence, optional, phone_form.example,
     false},
    {passed_on("identity_number"), identity_form, into<&asked_connection::identity_number>, identity_sentence, optional,
     identity_form.example, false},
});
constexpr request_record again_record{"BankAccountReconnection",
                                      "Details that the bank requires to reconnect an account.", again_members};

/// The members that a bank may refuse.
constexpr std::string_view refusable[]{"account_number", "holder_name", "phone", "identity_number"};

constexpr route_description starting_a_connection{
    .id = "connectBankAccount",
    .tag = bank_tag,
    .summary = "Start connecting a bank account",
    .details =
        "The account is `pending` until its ownership is proved as `connection.method` says: submit the bank's "
        "one-time code within 5 minutes, or make a transfer from the account with `verification_text` within 24 hours. "
        "A bank without a feed here gets 409 `BANK_NOT_ACCEPTING_CONNECTIONS`. 422 if the bank does not support the "
        "Workspace's Banking Mode or rejects a value. 409 for an account that is or was connected to this Workspace: "
        "reconnect it instead. Starting a connection again replaces the previous one; at most 10 can be in "
        "progress: 429. An idempotency key whose connection was cancelled or has expired gets 404.",
    .headers = idempotency_headers,
    .bodies = {&new_account_record},
    .answers = {answers::created("The pending account.", bank_account_record)},
    .errors = {errc::not_found, errc::conflict, errc::bank_not_accepting_connections, errc::bank_account_taken,
               errc::bank_unreachable},
};

constexpr route_description reconnecting_an_account{
    .id = "reconnectBankAccount",
    .tag = bank_tag,
    .summary = "Reconnect a disconnected bank account",
    .details = "It keeps its id, links and history, and stays `disconnected` until its ownership is proved again, as "
               "for a new account. An account that is not disconnected gets 409.",
    .bodies = {&again_record},
    .answers = {answers::record("The account, with its connection in progress.", bank_account_record)},
    .errors = {errc::conflict, errc::bank_not_accepting_connections, errc::bank_account_taken, errc::bank_unreachable},
};

http_response answer_started(const account_overview& row, bool is_replay, timestamp now) {
  return repeatable(answer_account(201, row, now), is_replay,
                    "/v1.1/bank-accounts/" + row.account.workspace.text() + "/" + row.account.id.text());
}

http_response refuse_known_account(const reply_context& context) {
  return context.fail(errc::conflict, "This Workspace already has this account. If it is disconnected, reconnect it.");
}

/// A bank that needs no code: the connection is finished at once.
handled finish_at_once(const call_context& context, const account_overview& begun, std::string connection_id,
                       unsigned status) {
  return continue_with{{.workspace = context.workspace,
                        .write = finish_connection{.workspace = context.workspace,
                                                   .id = begun.account.id,
                                                   .connection_id = std::move(connection_id),
                                                   .by = context.by_caller()},
                        .announce = [](const write_reply&, news_desk& news) { news.on_accounts_due(); }},
                       on_success<finish_connection>([status](const reply_context& done, const account_overview& made) {
                         log::info("bank_account.connected",
                                   {{"workspace", made.account.workspace.view()}, {"account", made.account.id.view()}});
                         return status == 201 ? answer_started(made, false, done.now)
                                              : answer_account(status, made, done.now);
                       })};
}

handled save_start(const call_context& context, start_connection wanted, bool needs_otp) {
  const auto tell = [needs_otp, connection_id = wanted.connection_id](const reply_context& done,
                                                                      result<write_reply>& outcome) -> handled {
    auto started = reply_to<start_connection>(outcome);
    if (!started && to_errc(started.error()) == errc::conflict) return refuse_known_account(done);
    if (!started && to_errc(started.error()) == errc::rate_limited)
      return done.come_again("This Workspace has 10 connections in progress. Complete or delete one of them.");
    if (!started) return done.fail(started.error());
    if (needs_otp || started->is_replay) return answer_started(started->account, started->is_replay, done.now);
    return [begun = std::move(started->account), connection_id](call_context& again) {
      return finish_at_once(again, begun, connection_id, 201);
    };
  };
  return continue_with{{.workspace = context.workspace, .write = wanted, .key = wanted.key}, tell};
}

handled save_restart(const call_context& context, restart_connection wanted, bool needs_otp) {
  const auto tell = [needs_otp, connection_id = wanted.connection_id](const reply_context& done,
                                                                      result<write_reply>& outcome) -> handled {
    auto begun = reply_to<restart_connection>(outcome);
    if (!begun && to_errc(begun.error()) == errc::conflict)
      return done.fail(errc::conflict, "Only a disconnected account can be reconnected.");
    if (!begun) return done.fail_to_find("bank account", begun.error());
    if (needs_otp) return answer_account(200, *begun, done.now);
    return [begun = std::move(*begun), connection_id](call_context& again) {
      return finish_at_once(again, begun, connection_id, 200);
    };
  };
  return continue_with{{.workspace = context.workspace, .write = std::move(wanted)}, tell};
}

/// Asks the bank, and goes on with the id of the connection that it has begun, and whether it sends a code.
handled ask_bank(const account_application& application, bank_account_id id, std::string key,
                 std::function<handled(call_context&, begun_connection)> then) {
  return continue_with{connector_call{ask_to_connect(application, std::move(key)), id},
                       [then = std::move(then)](call_context& context, const connector_answer& answer) -> handled {
                         auto read = read_begun(answer);
                         if (auto refused = refuse_answer(context, read, refusable)) return std::move(*refused);
                         return then(context, std::get<begun_connection>(std::move(read)));
                       }};
}

void check_bank_inputs(const asked_connection& asked, bool asks_bank, field_faults& faults) {
  field_faults found;
  if (asked.phone) {
    if (auto fault = fault_of_phone(*asked.phone)) found.push_back(std::move(*fault));
  } else if (asks_bank) {
    found.push_back({"phone", "required", "phone is required: this bank sends a one-time code to it."});
  }
  if (asked.identity_number)
    if (auto fault = fault_of_identity_number(*asked.identity_number)) found.push_back(std::move(*fault));
  add_faults(faults, found);
}

/// The bank that the body names, if its accounts can be connected in the Workspace.
const bank_info* read_bank(const api_services& services, const std::optional<std::string>& code, banking_mode mode,
                           field_faults& faults) {
  if (!code) return nullptr;
  const auto* const bank = find_bank(*code);
  const bool is_in_mode = bank && !bank->code.empty() && serves(services, bank->code, mode);
  if (is_in_mode) return bank;
  add_faults(faults, {{"bank", "not_found",
                       bank ? "Accounts of this bank cannot be connected in this Workspace's Banking Mode."
                            : "Unknown bank code. GET /v1.1/banks lists the banks."}});
  return nullptr;
}

bool accepts(call_context& context, std::string_view bank, std::string_view feed) {
  const auto set = context.rows.ask(list_bank_statuses{});
  return accepts_connections(status_of_bank(context.services, bank, set)) &&
         accepts_connections(status_of_bank(context.services, feed, set));
}

/// 409, if an account of the bank cannot be connected now.
std::optional<http_response> refuse_bank(call_context& context, std::string_view bank, std::string_view feed) {
  if (!accepts(context, bank, feed)) return context.fail(errc::bank_not_accepting_connections);
  if (has_feed(context.services, bank)) return std::nullopt;
  return context.fail(errc::bank_not_accepting_connections,
                      "This installation has no feed for this bank, so payments would not be recorded. Ask the "
                      "operator to configure one (banks." +
                          std::string{bank} + "), or to connect the account for statements only.");
}

/// Before the bank sends a code: an account that the Workspace has is not connected a second time.
bool has_account(call_context& context, std::string_view its_bin, std::string_view its_number) {
  const auto rows = context.rows.ask(list_account_overviews{context.workspace});
  return std::ranges::any_of(rows, [&](const account_overview& row) {
    return row.account.bin == its_bin && row.account.number == its_number &&
           row.account.state != account_state::pending;
  });
}

http_response replay_started(call_context& context, const std::string& subject) {
  const auto first = context.rows.ask(find_account_overview{context.workspace, bank_account_id::from_store(subject)});
  if (!was_found(first))
    return context.fail(errc::not_found,
                        "The connection that this idempotency key started was cancelled or has expired.");
  return answer_started(*first, true, context.now);
}

account_application application_of(const bank_account& account, const asked_connection& asked) {
  return {.feed = account.feed,
          .bin = account.bin,
          .account_number = account.number,
          .holder_name = account.holder_name,
          .type = account.type,
          .phone = asked.phone.value_or(""),
          .identity_number = asked.identity_number.value_or("")};
}

handled start_account_connection(call_context& context) {
  if (auto again = replay(context, replay_started)) return std::move(*again);
  const auto home = context.rows.ask(find_workspace{context.workspace});
  if (!was_found(home)) return context.fail(errc::insufficient_permissions);
  auto [asked, faults] = new_account_record.read(context.body);
  require_member(asked.bank, "bank", faults);
  require_member(asked.account_number, "account_number", faults);
  require_member(asked.holder_name, "holder_name", faults);
  const auto* const bank = read_bank(context.services, asked.bank, home->mode, faults);
  const std::string feed{home->mode == banking_mode::national_switch ? switch_code
                         : bank                                      ? bank->code
                                                                     : std::string_view{}};
  const bool asks_bank = context.services.connectors.contains(feed);
  field_faults found;
  if (asked.account_number)
    if (auto fault = fault_of_account_number(*asked.account_number)) found.push_back(std::move(*fault));
  if (asked.holder_name)
    if (auto fault = fault_of_holder_name(*asked.holder_name)) found.push_back(std::move(*fault));
  const auto type = asked.account_type ? parse_account_type(*asked.account_type) : account_type::main;
  if (!type) found.push_back({"account_type", "format", "account_type must be main or main_with_virtual."});
  add_faults(faults, found);
  check_bank_inputs(asked, bank && asks_bank, faults);
  if (!faults.empty()) return context.refuse(faults);

  start_connection wanted{.account = {.id = bank_account_id::make(context.now, context.services.random),
                                      .workspace = context.workspace,
                                      .owner = home->owner,
                                      .feed = feed,
                                      .bank = std::string{bank->code},
                                      .bin = std::string{bank->bin},
                                      .number = *asked.account_number,
                                      .holder_name = *asked.holder_name,
                                      .state = account_state::pending,
                                      .type = *type},
                          .key = context.key,
                          .by = context.by_caller()};
  if (auto refused = refuse_bank(context, bank->code, feed)) return std::move(*refused);
  if (has_account(context, wanted.account.bin, wanted.account.number)) return refuse_known_account(context);
  if (!asks_bank) {
    wanted.proof = ownership_proof::transfer;
    wanted.verification_text = make_verification_text(context.services.random);
    return save_start(context, std::move(wanted), true);
  }
  const auto application = application_of(wanted.account, asked);
  const auto& account = wanted.account;
  return count_code_then(context, tried::bank_code, account, [application, wanted](call_context&) {
    const auto id = wanted.account.id;
    return ask_bank(application, id, id.text(), [wanted](call_context& again, const begun_connection& begun) {
      auto start = wanted;
      start.connection_id = begun.connection_id;
      return save_start(again, std::move(start), begun.needs_otp);
    });
  });
}

handled reconnect_account(call_context& context) {
  const auto seen = find_account_of_call(context);
  if (!seen) return context.fail_to_find("bank account", seen.error());
  const auto& account = seen->account;
  const bool asks_bank = context.services.connectors.contains(account.feed);
  auto [asked, faults] = again_record.read(context.body);
  check_bank_inputs(asked, asks_bank, faults);
  if (!faults.empty()) return context.refuse(faults);
  if (account.state != account_state::disconnected)
    return context.fail(errc::conflict, "Only a disconnected account can be reconnected.");
  if (auto refused = refuse_bank(context, account.bank, account.feed)) return std::move(*refused);
  restart_connection wanted{.workspace = context.workspace, .id = account.id, .by = context.by_caller()};
  if (!asks_bank) {
    wanted.proof = ownership_proof::transfer;
    wanted.verification_text = make_verification_text(context.services.random);
    return save_restart(context, std::move(wanted), true);
  }
  const auto application = application_of(account, asked);
  // Each is a connection of its own: its key is that of the row that will tell of it.
  return count_code_then(context, tried::bank_code, account, [application, wanted](call_context&) {
    return ask_bank(application, wanted.id, wanted.by.id.text(),
                    [wanted](call_context& again, const begun_connection& begun) {
                      auto restart = wanted;
                      restart.connection_id = begun.connection_id;
                      return save_restart(again, std::move(restart), begun.needs_otp);
                    });
  });
}

} // namespace

using enum permission;
constexpr api_route connection_rows[]{
    routes::with(bank_accounts_write, http_method::post, "/v1.1/bank-accounts/{workspace_id}", start_account_connection,
                 starting_a_connection),
    routes::by_admins(routes::by_session(routes::with(bank_accounts_write, http_method::post,
                                                      "/v1.1/bank-accounts/{workspace_id}/{bank_account_id}/reconnect",
                                                      reconnect_account, reconnecting_an_account))),
};
constexpr std::span<const api_route> connection_routes{connection_rows};

} // namespace paylink
