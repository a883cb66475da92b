#include "tests/load/seeded_store.hpp"

#include "domain/access.hpp"
#include "persistence/store.hpp"
#include "secrets/hmac.hpp"
#include "secrets/random.hpp"
#include "secrets/sealed_event_signer.hpp"
#include "secrets/tokens.hpp"

#include <filesystem>
#include <stdexcept>

namespace paylink::load {

namespace {

constexpr const char* account_number = "0123456789";
constexpr const char* feed_secret = "bench_feed_secret_0123456789";
constexpr std::size_t links_per_commit = 2'000;

class seeder {
public:
  explicit seeder(const seed_order& wanted)
      : order_{wanted}, keys_{master_keys::load_or_create(std::filesystem::path{wanted.data} / "master.key", random_)},
        signer_{keys_}, database_{open_database(wanted.database)},
        writer_{database_->open_writer(
            {.node = "bench", .brand = "Service", .retries = {}, .clock = clock_, .signer = signer_})} {}

  seeded_store run() {
    make_workspace();
    std::vector<write_command> batch;
    for (int i = 0; i < order_.links; ++i) {
      batch.push_back(make_link(i));
      if (batch.size() == links_per_commit || i + 1 == order_.links) store_links(batch);
    }
    writer_->rest(true);
    return std::move(made_);
  }

private:
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
                         keys_.seal(made_.signing_key, signing_key_place(workspace_.view(), "key-1"), random_)},
        connect_account{main},
        create_token{token_id::make(now, random_),
                     owner,
                     sha256_hex(made_.token),
                     made_.token.substr(made_.token.size() - 4),
                     "bench",
                     now + std::chrono::hours{24},
                     {{workspace_, permissions_of(role::owner)}}}};
    store(commands);
  }

  write_command make_link(int position) {
    const auto now = clock_.now();
    payment_link link;
    link.id = payment_link_id::make(now, random_);
    link.public_id = make_public_id(random_);
    link.workspace = workspace_;
    link.account = account_;
    link.reference = reference::make(reference_kind::payment_link, random_);
    link.amount = money{250'000};
    link.callback_url = order_.callback_of(position);
    link.created_at = now;
    link.expires_at = now + link_lifetime_max;
    link.created_by = {creator::kind::user, "bench"};
    made_.references.push_back(link.reference.text());
    if (position == 0) {
      made_.first_link = link.id.text();
      made_.first_public_id = link.public_id;
    }
    return create_link{std::move(link)};
  }

  seed_order order_;
  system_random random_;
  system_wall_clock clock_;
  master_keys keys_;
  sealed_event_signer signer_;
  std::unique_ptr<database> database_;
  std::unique_ptr<write_store> writer_;
  workspace_id workspace_ = workspace_id::make(clock_.now(), random_);
  bank_account_id account_ = bank_account_id::make(clock_.now(), random_);
  seeded_store made_{.references = {},
                     .feed_secret = feed_secret,
                     .signing_key = make_secret("plsk", random_),
                     .token = make_secret("plat", random_),
                     .workspace = workspace_.text(),
                     .account = account_.text(),
                     .account_number = account_number,
                     .first_link = {},
                     .first_public_id = {}};
};

} // namespace

seeded_store seed_store(const seed_order& wanted) { return seeder{wanted}.run(); }

} // namespace paylink::load
