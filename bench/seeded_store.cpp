#include "bench/seeded_store.hpp"

#include "bench/filling_clock.hpp"
#include "bench/year_of_payments.hpp"
#include "domain/identity/access.hpp"
#include "persistence/store.hpp"
#include "secrets/hmac.hpp"
#include "secrets/random.hpp"
#include "secrets/sealed_event_signer.hpp"
#include "secrets/tokens.hpp"
#include "tests/support/first_shop.hpp"
#include "tests/support/raw_sql.hpp"

#include <filesystem>
#include <stdexcept>

namespace paylink::load {

namespace {

constexpr const char* account_number = "0123456789";
constexpr const char* neighbours_number = "9876543210";
constexpr const char* feed_secret = "bench_feed_secret_0123456789";
constexpr int sessions_of_a_member = 4;
/// Of each, with the longest metadata that may be given: a page of them is as large as a page can be.
constexpr int neighbours_links = 200, metadata_members = 20, metadata_characters = 500;
constexpr std::size_t links_per_commit = 2'000;
/// A history goes back for a year with a million of them.
constexpr std::chrono::seconds between_neighbours_credits{30};
constexpr std::chrono::hours a_year{24 * 365};
constexpr std::chrono::hours life_of_token{24};

/// Every delivery of a past year is sent at once.
class open_gate final : public claim_gate {
public:
  bool admit(const delivery_queue&) override { return true; }
  void release(const delivery_queue&) override {}
};

class seeder {
public:
  explicit seeder(const seed_order& wanted)
      : order_{wanted}, keys_{master_keys::load_or_create(std::filesystem::path{wanted.data} / "master.key", random_)},
        signer_{keys_}, clock_{wanted.database}, database_{open_database(wanted.database)} {
    if (order_.links_of_a_year > 0) clock_.put(this_hour_ - a_year);
    open_writer(order_.links_of_a_year > 0 ? &gate_ : nullptr);
  }

  seeded_store run() {
    make_workspace();
    if (order_.links_of_a_year > 0) make_year();
    for (const auto& url : order_.webhook_urls) make_webhook(main_.workspace, url);
    if (order_.has_chat) make_chat();
    std::vector<write_command> batch;
    for (int i = 0; i < order_.links; ++i) {
      batch.push_back(make_link(i));
      if (batch.size() == links_per_commit || i + 1 == order_.links) store_links(batch);
    }
    if (order_.neighbour_transactions > 0) make_neighbour();
    for (int i = 0; i < order_.sessions; ++i) make_session(i);
    writer_->rest(true);
    return std::move(made_);
  }

private:
  void open_writer(claim_gate* gate) {
    writer_.reset();
    writer_ = database_->open_writer({.node = "bench",
                                      .brand = "Service",
                                      .retries = {},
                                      .clock = clock_,
                                      .signer = signer_,
                                      .digest = sha256_hex,
                                      .gate = gate});
  }

  void make_year() {
    year_of_payments{*writer_,
                     clock_,
                     random_,
                     {.links = order_.links_of_a_year,
                      .account = database_->open_reader()->ask(find_account{main_.workspace, main_.id}).value(),
                      .callback_of = order_.callback_of}}
        .write(this_hour_ - a_year, this_hour_);
    clock_.let_go();
    open_writer(nullptr);
    renew_token();
  }

  /// The Workspace's first token is a year old.
  void renew_token() {
    const auto now = clock_.now();
    made_.token = make_secret("plat", random_);
    std::vector<write_command> batch{create_token{.id = token_id::make(now, random_),
                                                  .user = main_.owner,
                                                  .digest = sha256_hex(made_.token),
                                                  .last4 = made_.token.substr(made_.token.size() - 4),
                                                  .name = "bench",
                                                  .expires_at = now + life_of_token,
                                                  .permissions = {{main_.workspace, permissions_of(role::owner)}}}};
    store(batch);
  }

  /// Among a million links two may well draw the same reference: the second draws again.
  void store_links(std::vector<write_command>& batch) {
    const auto replies = writer_->apply(batch);
    const auto first = made_.references.size() - batch.size();
    for (std::size_t i = 0; i < replies.size(); ++i) {
      if (replies[i]) continue;
      auto& link = std::get<create_link>(batch[i]).link;
      link.reference = reference::make(reference_kind::payment_link, random_);
      made_.references[first + i] = link.reference.text();
      std::vector<write_command> again{batch[i]};
      store(again);
    }
    batch.clear();
  }

  void store(std::vector<write_command>& batch) {
    for (const auto& reply : writer_->apply(batch))
      if (!reply) throw std::runtime_error{"seeding failed: " + reply.error().message()};
    batch.clear();
  }

  void make_workspace() {
    const auto now = clock_.now();
    test::first_shop shop{"Bench", "bench@example.test", "VIP1", now, random_, keys_};
    main_ = shop.account(account_number, now, random_);
    shop.commands.emplace_back(connect_account{main_});
    store(shop.commands);
    made_ = {.references = {},
             .feed_secret = feed_secret,
             .signing_key = std::move(shop.signing_key),
             .token = std::move(shop.token),
             .workspace = main_.workspace.text(),
             .account = main_.id.text(),
             .account_number = account_number,
             .first_link = {},
             .first_public_id = {}};
  }

  void make_webhook(const workspace_id& of, const std::string& url) {
    webhook record{.id = webhook_id::make(clock_.now(), random_),
                   .workspace = of,
                   .name = "Bench",
                   .url = url,
                   .events = bit_of(webhook_event::transaction_credit)};
    const auto secret = make_secret("whs", random_), key = make_secret("whk", random_);
    const auto key_id = record.id.text() + ".1";
    const auto workspace = record.workspace.view();
    made_.webhook_secrets.emplace(record.id.text(), secret);
    std::vector<write_command> batch{
        create_webhook{.record = std::move(record),
                       .keys = {key_id, keys_.seal(key, webhook_api_key_place(workspace, key_id), random_),
                                keys_.seal(secret, webhook_secret_place(workspace, key_id), random_)}}};
    store(batch);
  }

  void make_chat() {
    webhook record{.id = webhook_id::make(clock_.now(), random_),
                   .workspace = main_.workspace,
                   .type = webhook_type::telegram,
                   .name = "Bench",
                   .chat_id = "42",
                   .events = bit_of(webhook_event::transaction_credit)};
    const auto key_id = record.id.text() + ".1";
    const auto token = "424242:" + make_secret("chat", random_).substr(0, 35);
    const auto sealed = keys_.seal(token, webhook_secret_place(record.workspace.view(), key_id), random_);
    std::vector<write_command> batch{
        create_webhook{.record = std::move(record), .keys = {key_id, {}, sealed, sha256_hex(token)}}};
    store(batch);
  }

  void make_session(int number) {
    const auto now = clock_.now();
    std::vector<write_command> batch;
    if (number % sessions_of_a_member == 0) {
      member_ = user_id::make(now, random_);
      const auto name = "member-" + std::to_string(number);
      batch.emplace_back(create_user{member_, name + "@example.test", name, "none", "Free", language::en});
      store(batch);
      test::run_sql(order_.database,
                    "INSERT INTO memberships (id, workspace_id, user_id, role, status, created_at) VALUES ('" +
                        membership_id::make(now, random_).text() + "', '" + main_.workspace.text() + "', '" +
                        member_.text() + "', 'viewer', 'active', 0)");
    }
    made_.cookies.push_back(make_one_time_token(random_));
    batch.emplace_back(open_session{.id = session_id::make(now, random_),
                                    .digest = sha256_hex(made_.cookies.back()),
                                    .user = member_,
                                    .agent = "bench",
                                    .life = std::chrono::hours{24},
                                    .tried = {},
                                    .by = {}});
    store(batch);
  }

  /// Texts as banks send them: no two alike, with words that all of them share.
  void make_neighbour() {
    const auto now = clock_.now();
    test::first_shop shop{"Neighbour", "neighbour@example.test", "VIP1", now, random_, keys_};
    auto account = shop.account(neighbours_number, now, random_);
    shop.commands.emplace_back(connect_account{account});
    store(shop.commands);
    made_.neighbour = shop.workspace.text();
    made_.neighbour_token = shop.token;
    made_.neighbour_account = account.id.text();
    account = database_->open_reader()->ask(find_account{shop.workspace, account.id}).value();
    std::vector<write_command> batch;
    for (int i = 0; i < order_.neighbour_transactions; ++i) {
      record_entry entry;
      entry.account_row = account.row;
      entry.account = account.id;
      entry.workspace = shop.workspace;
      entry.owner = account.owner;
      entry.feed = account.feed;
      const auto at = now - between_neighbours_credits * (order_.neighbour_transactions - i);
      entry.entry.bank_reference = "N" + std::to_string(i);
      entry.entry.account_number = neighbours_number;
      entry.entry.amount = money{10'000};
      entry.entry.content = "MBVCB." + std::to_string(7'000'000'000 + 7'919LL * i) + ".CT tu 0" +
                            std::to_string(900'000'000 + 104'729LL * i % 99'999'999) + " NGUYEN VAN A don hang " +
                            std::to_string(i);
      entry.entry.occurred_at = at;
      entry.name_transaction();
      batch.emplace_back(std::move(entry));
      if (batch.size() == links_per_commit || i + 1 == order_.neighbour_transactions) store(batch);
    }
    for (const auto& url : order_.neighbour_webhook_urls) make_webhook(shop.workspace, url);
    std::string longest;
    for (int i = 0; i < metadata_characters; ++i) longest += "\U0001F4B0";
    for (int i = 0; i < neighbours_links; ++i) {
      auto link = new_link(account);
      for (int member = 0; member < metadata_members; ++member)
        link.metadata.emplace("member_" + std::to_string(member), longest);
      batch.emplace_back(create_link{std::move(link)});
    }
    store(batch);
  }

  payment_link new_link(const bank_account& account) {
    const auto now = clock_.now();
    payment_link link;
    link.id = payment_link_id::make(now, random_);
    link.public_id = make_public_id(random_);
    link.workspace = account.workspace;
    link.account = account.id;
    link.reference = reference::make(reference_kind::payment_link, random_);
    link.amount = money{250'000};
    link.created_at = now;
    link.expires_at = now + link_lifetime_max;
    link.created_by = {creator::kind::user, "bench"};
    return link;
  }

  write_command make_link(int position) {
    auto link = new_link(main_);
    link.callback_url = order_.callback_of(position);
    made_.references.push_back(link.reference.text());
    if (position == 0) {
      made_.first_link = link.id.text();
      made_.first_public_id = link.public_id;
    }
    return create_link{std::move(link)};
  }

  seed_order order_;
  system_random random_;
  const timestamp this_hour_ = std::chrono::floor<std::chrono::hours>(system_wall_clock{}.now());
  master_keys keys_;
  sealed_event_signer signer_;
  filling_clock clock_;
  open_gate gate_;
  std::unique_ptr<database> database_;
  std::unique_ptr<write_store> writer_;
  bank_account main_;
  user_id member_;
  seeded_store made_;
};

} // namespace

seeded_store seed_store(const seed_order& wanted) { return seeder{wanted}.run(); }

} // namespace paylink::load
