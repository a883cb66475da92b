// Fills a store for measurements: one Workspace, one account, one token, and as many pending links as asked for.
#include "domain/access.hpp"
#include "persistence/store.hpp"
#include "secrets/hmac.hpp"
#include "secrets/random.hpp"
#include "secrets/sealed_event_signer.hpp"
#include "secrets/tokens.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>

namespace {

using namespace paylink;

constexpr const char* account_number = "0123456789";
constexpr const char* feed_secret = "bench_feed_secret_0123456789";
constexpr int links_per_commit = 2'000;

struct order {
  std::string data, database, callback, hang_callback, refs, vars;
  int links = 0, hang = 0;
};

class seeder {
public:
  explicit seeder(const order& wanted)
      : order_{wanted}, keys_{master_keys::load_or_create(std::filesystem::path{wanted.data} / "master.key", random_)},
        signer_{keys_}, database_{open_database(wanted.database)},
        writer_{database_->open_writer(
            {.node = "bench", .brand = "Service", .retries = {}, .clock = clock_, .signer = signer_})} {}

  void run() {
    make_workspace();
    std::ofstream refs{order_.refs};
    std::vector<write_command> batch;
    for (int i = 0; i < order_.links; ++i) {
      batch.push_back(make_link(i, refs));
      if (static_cast<int>(batch.size()) == links_per_commit || i + 1 == order_.links) store(batch);
    }
    writer_->rest(true);
    write_variables();
  }

private:
  void store(std::vector<write_command>& batch) {
    for (const auto& reply : writer_->apply(batch))
      if (!reply) throw std::runtime_error{"seeding failed: " + reply.error().message()};
    batch.clear();
  }

  void make_workspace() {
    const auto now = clock_.now();
    const auto owner = user_id::make(now, random_);
    bank_account main;
    main.id = account_;
    main.workspace = workspace_;
    main.owner = owner;
    main.feed = main.bank = "MB";
    main.bin = "970422";
    main.number = account_number;
    main.holder_name = "NGUYEN VAN A";
    main.state = account_state::connected;
    std::vector<write_command> commands{
        create_user{owner, "bench@example.test", "Bench", "none", "VIP1", language::vi},
        create_workspace{{.id = workspace_,
                          .owner = owner,
                          .name = "Bench",
                          .description = "",
                          .entity = entity_type::individual,
                          .mode = banking_mode::open_banking,
                          .status = workspace_status::active,
                          .lang = language::vi,
                          .created_at = now},
                         membership_id::make(now, random_),
                         "key-1",
                         keys_.seal(signing_key_, signing_key_place(workspace_.view(), "key-1"), random_)},
        connect_account{main},
        create_token{token_id::make(now, random_),
                     owner,
                     sha256_hex(token_),
                     token_.substr(token_.size() - 4),
                     "bench",
                     now + std::chrono::hours{24},
                     {{workspace_, permissions_of(role::owner)}}}};
    store(commands);
  }

  write_command make_link(int position, std::ofstream& refs) {
    const auto now = clock_.now();
    payment_link link;
    link.id = payment_link_id::make(now, random_);
    link.public_id = make_public_id(random_);
    link.workspace = workspace_;
    link.account = account_;
    link.reference = reference::make(reference_kind::payment_link, random_);
    link.amount = money{250'000};
    const bool hangs = order_.hang > 0 && position % order_.hang == 0;
    link.callback_url = hangs ? order_.hang_callback : order_.callback;
    link.created_at = now;
    link.expires_at = now + link_lifetime_max;
    link.created_by = {creator::kind::user, "bench"};
    refs << link.reference.text() << '\n';
    if (position == 0) first_ = link;
    return create_link{std::move(link)};
  }

  void write_variables() const {
    const auto template_file = std::filesystem::path{order_.data} / "create.tpl";
    std::ofstream{template_file} << R"({"bank_account_id":")" << account_.view()
                                 << R"(","callback_url":"https://merchant.example/callback/{{seq}}","amount":"250000"})"
                                 << '\n';
    std::ofstream vars{order_.vars};
    const std::string links = "/v1.1/payment-links/" + workspace_.text();
    vars << "OURS_KEYS=" << order_.refs << "\nGEN_SECRET=" << feed_secret << "\nOURS_SINKSECRET=" << signing_key_
         << "\nOURS_ACCOUNT=" << account_number << "\nOURS_HEADERS=Authorization: Bearer " << token_
         << "\nOURS_CREATE_URL=" << links << "\nOURS_CREATE_TPL=" << template_file.string() << "\nOURS_PATHS=html6k=/l/"
         << first_.public_id << " json1k=" << links << '/' << first_.id.view() << '\n';
  }

  order order_;
  system_random random_;
  system_wall_clock clock_;
  master_keys keys_;
  sealed_event_signer signer_;
  std::unique_ptr<database> database_;
  std::unique_ptr<write_store> writer_;
  workspace_id workspace_ = workspace_id::make(clock_.now(), random_);
  bank_account_id account_ = bank_account_id::make(clock_.now(), random_);
  std::string signing_key_ = make_secret("plsk", random_);
  std::string token_ = make_secret("plat", random_);
  payment_link first_;
};

} // namespace

int main(int count, char** words) {
  order wanted;
  CLI::App program{"Fills a store for measurements.", "bench_store"};
  program.add_option("--data", wanted.data, "Folder for the master key, and the database unless --database is given")
      ->required();
  program.add_option("--database", wanted.database, "postgresql://…");
  program.add_option("--links", wanted.links, "How many pending links")->required();
  program.add_option("--callback", wanted.callback, "Their callback URL")->required();
  program.add_option("--hang", wanted.hang, "Every so manieth link has --hang-callback instead");
  program.add_option("--hang-callback", wanted.hang_callback);
  program.add_option("--refs", wanted.refs, "File for the references, one a line")->required();
  program.add_option("--vars", wanted.vars, "File for what the measuring program needs, NAME=value a line")->required();
  CLI11_PARSE(program, count, words);
  if (wanted.database.empty()) wanted.database = "sqlite://" + wanted.data + "/paylink.db";
  try {
    seeder{wanted}.run();
  } catch (const std::exception& fault) {
    std::cerr << "bench_store: " << fault.what() << '\n';
    return 1;
  }
  return 0;
}
