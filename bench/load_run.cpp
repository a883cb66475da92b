#include "bench/load_run.hpp"

#include "bench/bank.hpp"
#include "bench/expiry_watch.hpp"
#include "bench/interruption.hpp"
#include "bench/steady_load.hpp"
#include "bench/subject.hpp"
#include "bench/sync_counter.hpp"
#include "bench/work_folder.hpp"
#include "tests/support/postgresql_server.hpp"
#include "tests/support/raw_sql.hpp"

#include <algorithm>
#include <fstream>
#include <numeric>
#include <random>

namespace paylink::load {

namespace {

/// Nothing comes any more when nothing has come for so long; longer than the first wait before a second attempt.
constexpr std::chrono::seconds quiet_limit{15};
constexpr std::chrono::milliseconds poll{20};

std::unique_ptr<test::postgresql_server> start_postgresql(const load_options& options) {
  if (!needs_postgresql(options)) return nullptr;
  return std::make_unique<test::postgresql_server>(std::vector<std::string>{"shared_buffers=256MB", "max_wal_size=4GB"},
                                                   options.folder);
}

receivers_order receivers_for(const load_options& options, workplace& place) {
  receivers_order order{.count = options.receivers, .with_hanging = options.hang > 0, .tls = std::nullopt};
  if (options.tls) {
    const test::test_ca authority;
    order.tls = authority.issue({.alternative_names = receivers::names_of(options.receivers + 1)});
    place.authority = place.folder / "authority.pem";
    std::ofstream{place.authority} << authority.pem();
  }
  return order;
}

/// The links in the order of payment, those that warm up first.
std::vector<std::size_t> order_of_payment(const load_options& options) {
  std::vector<std::size_t> positions(static_cast<std::size_t>(options.links));
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  if (options.shuffle) std::ranges::shuffle(positions, std::mt19937{std::random_device{}()});
  positions.resize(static_cast<std::size_t>(options.warm_up + options.events));
  return positions;
}

bank_order order_for(const load_options& options, const subject& driven) {
  return {.port = driven.port,
          .feed_secret = driven.store.feed_secret,
          .account_number = driven.store.account_number,
          .concurrency = options.concurrency,
          .entries_a_request = options.entries_a_request,
          .rate = options.rate,
          .time = std::chrono::seconds{options.seconds},
          .positions = order_of_payment(options)};
}

/// Asks until the answer is true, or `progress` has stood still for too long.
template <class Done, class Progress>
void wait_until(Done is_done, Progress progress) {
  auto seen = progress();
  auto changed_at = std::chrono::steady_clock::now();
  while (!is_done() && std::chrono::steady_clock::now() - changed_at < quiet_limit) {
    stop_if_interrupted();
    std::this_thread::sleep_for(poll);
    if (const auto now = progress(); now != seen) {
      seen = now;
      changed_at = std::chrono::steady_clock::now();
    }
  }
}

/// The CPU time of everybody since this object was made.
class cpu_meter {
public:
  cpu_meter(pid_t subject, pid_t postgresql) : subject_{subject}, postgresql_{postgresql}, start_{read()} {}

  void report(run_figures& run) const {
    const auto end = read();
    run.subject_cpu_s = end.subject - start_.subject;
    run.postgresql_cpu_s = end.postgresql - start_.postgresql;
    run.own_cpu_s = end.own - start_.own;
    run.others_cpu_s =
        std::max(0.0, end.machine - start_.machine - run.subject_cpu_s - run.postgresql_cpu_s - run.own_cpu_s);
    run.observed_s = std::chrono::duration<double>{end.time - start_.time}.count();
  }

private:
  struct reading {
    double subject = 0, postgresql = 0, own = 0, machine = 0;
    moment time;
  };

  reading read() const {
    return {cpu_seconds(subject_), postgresql_ == 0 ? 0 : cpu_seconds(postgresql_), own_cpu_seconds(),
            machine_cpu_seconds(), std::chrono::steady_clock::now()};
  }

  pid_t subject_, postgresql_;
  reading start_;
};

double milliseconds_between(moment from, moment to) {
  return std::chrono::duration<double, std::milli>{to - from}.count();
}

void read_ledger(const ledger& book, run_figures& run) {
  auto first = moment::max(), last = moment::min();
  for (const auto& link : book.entries()) {
    if (link.due == moment{} || link.hangs || link.warms_up) continue;
    first = std::min(first, link.due);
    if (link.is_acknowledged && link.answered > link.due)
      run.answers_ms.push_back(milliseconds_between(link.due, link.answered));
    if (link.is_acknowledged && link.arrivals == 0) ++run.lost;
    if (link.arrivals == 0) continue;
    ++run.delivered;
    last = std::max(last, link.arrived);
    run.latencies_ms.push_back(milliseconds_between(link.due, link.arrived));
  }
  if (run.delivered > 0) run.elapsed_s = milliseconds_between(first, last) / 1e3;
}

void read_tally(const receivers_tally& seen, run_figures& run) {
  run.duplicates = seen.duplicates;
  run.bad_signatures = seen.bad_signatures;
  run.unknown = seen.unknown;
  run.connections = seen.connections;
  run.hanging_peak = seen.hanging_peak;
}

std::size_t acknowledged(const ledger& book, bool hanging) {
  return static_cast<std::size_t>(std::ranges::count_if(
      book.entries(), [hanging](const link_entry& link) { return link.is_acknowledged && link.hangs == hanging; }));
}

void wait_for_callbacks(const ledger& book, const receivers& merchants) {
  const auto wanted = acknowledged(book, false);
  const auto arrived = [&] { return merchants.tally().arrived.load(); };
  wait_until([&] { return arrived() >= wanted; }, arrived);
}

/// Waits for the store; how many callbacks it still holds that no hanging receiver holds up.
std::size_t wait_for_store(const subject& driven, const ledger& book) {
  const auto held_up = acknowledged(book, true);
  const auto left = [&] { return std::stoul(test::ask_sql(driven.database, driven.count_left)); };
  wait_until([&] { return left() <= held_up; }, left);
  return std::max(left(), held_up) - held_up;
}

/// Pays the first of the links, and takes them out of what is measured.
void warm_up(const load_options& options, bank_order& order, ledger& book, const receivers& merchants) {
  auto first = order;
  first.rate = 0;
  first.positions.resize(static_cast<std::size_t>(options.warm_up));
  for (auto position : first.positions) book.at(position).warms_up = true;
  pay_links(first, book);
  wait_for_callbacks(book, merchants);
  order.positions.erase(order.positions.begin(), order.positions.begin() + options.warm_up);
}

/// Lets the links behind those that are paid expire together, soon after the payments begin.
timestamp set_expiry(const load_options& options, const std::string& database) {
  constexpr std::chrono::seconds until_all_run{4};
  const auto due = std::chrono::ceil<std::chrono::seconds>(system_wall_clock{}.now() + until_all_run);
  const auto expire = "SET expires_at = " + std::to_string(to_millis(due)) + " WHERE ";
  const auto last_paid = std::to_string(options.links);
  test::run_sql(database, "UPDATE payment_links " + expire + "row > " + last_paid + "; UPDATE link_expiries " + expire +
                              "link_row > " + last_paid);
  return due;
}

constexpr const char* count_old_sql = "SELECT COUNT(*) FROM deliveries WHERE event_id LIKE 'old-%' AND purged = 0";

/// As large as those to webhooks, with an answer as servers give it.
void add_old_deliveries(const load_options& options, const std::string& database) {
  const auto count = std::to_string(options.old_deliveries);
  const auto time = std::to_string(to_millis(system_wall_clock{}.now() - std::chrono::days{500}));
  const auto numbers = needs_postgresql(options)
                           ? "generate_series(1, " + count + ") AS r (n)"
                           : "(WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < " + count +
                                 ") SELECT n FROM r)";
  const std::string filler(300, 'x');
  test::run_sql(
      database,
      "INSERT INTO deliveries (workspace_id, kind, event_id, destination, url, body, signed_at, signature, key_id, "
      "agent, brand, state, attempt, unanswered, epoch, created_at, finished_at) SELECT (SELECT MIN(id) FROM "
      "workspaces), 1, 'old-' || n, 'old.example:443', 'https://old.example/', '" +
          filler + "', 0, '', '', 'Service/1', 'Service', 1, 1, 0, 1, " + time + ", " + time + " FROM " + numbers +
          "; INSERT INTO attempts (delivery_row, number, epoch, started_at, duration_ms, url, address, hops, "
          "status_code, failed_by, final, error, response_headers, response_body, tls) SELECT row, 1, 1, created_at, "
          "9, url, '192.0.2.1:443', '[]', 200, 0, 0, '', '[[\"server\",\"nginx\"]]', '" +
          filler + "', 'TLSv1.3' FROM deliveries WHERE event_id LIKE 'old-%'");
}

/// The first arrival of a callback.
moment first_arrival(const ledger& book) {
  auto first = moment::max();
  for (const auto& link : book.entries())
    if (link.arrivals > 0 && !link.warms_up) first = std::min(first, link.arrived);
  return first;
}

/// People who sign in with a wrong password, all at once, a second after this object was made.
class sign_in_crowd {
public:
  sign_in_crowd(std::uint16_t port, int people, bool again) {
    if (people > 0) thread_ = std::jthread{[=](std::stop_token ends) { sign_in(port, people, again, ends); }};
  }

private:
  static void sign_in(std::uint16_t port, int people, bool again, const std::stop_token& ends) {
    const std::string body = R"({"email":"nobody@shop.example","password":"Wrong word 1"})";
    const steady_order order{.port = port,
                             .looks = {"POST /v1.1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: "
                                       "application/json\r\nContent-Length: " +
                                       std::to_string(body.size()) + "\r\n\r\n" + body},
                             .rate = 0,
                             .create_every = 0,
                             .connections = people};
    do {
      std::this_thread::sleep_for(std::chrono::seconds{1});
      if (ends.stop_requested() || is_interrupted) return;
      call_so_often(order, static_cast<std::size_t>(people));
    } while (again);
  }

  std::jthread thread_;
};

/// One run from its preparation to its figures.
class load_run {
public:
  explicit load_run(const load_options& options)
      : options_{options}, syncs_{options.syncs ? std::make_unique<sync_counter>() : nullptr}, folder_{options.folder} {
    run_.options = options;
    run_.floor = measure_machine(folder_.path());
    postgresql_ = start_postgresql(options);
    place_ = {.folder = folder_.path(),
              .postgresql_database = postgresql_ ? postgresql_->create_database("load") : "",
              .authority = {}};
    merchants_.emplace(receivers_for(options, place_));
    driven_ = prepare_subject(options, place_, *merchants_);
    run_.subject = driven_.name;
    if (options.webhooks > 0) run_.subject += ", " + std::to_string(options.webhooks) + " webhooks";
    book_.emplace(driven_.store.references, options.hang);
    merchants_->start(*book_, options.signing_key.empty() ? driven_.store.signing_key : options.signing_key,
                      driven_.store.webhook_secrets);
  }

  run_figures run() {
    std::optional<expiry_watch> expiry;
    if (options_.old_deliveries > 0) add_old_deliveries(options_, driven_.database);
    if (options_.expire > 0) expiry.emplace(driven_.database, options_.expire, set_expiry(options_, driven_.database));
    start();
    run_.at_start = memory_of(service_->pid());
    auto order = order_for(options_, driven_);
    warm_up(options_, order, *book_, *merchants_);
    wait_for_webhooks();
    std::this_thread::sleep_for(std::chrono::seconds{options_.rest});
    merchants_->set_deaf(options_.crash);
    measure(order);
    if (expiry) run_.expiry = expiry->wait();
    read_ledger(*book_, run_);
    read_tally(merchants_->tally(), run_);
    return std::move(run_);
  }

private:
  void start() {
    service_.emplace(driven_, folder_.path() / "log");
    run_.ready_ms = service_->time_to_ready().count();
  }

  void measure(const bank_order& order) {
    std::optional<memory_watch> memory{service_->pid()};
    std::optional<cpu_meter> meter{std::in_place, service_->pid(), postgresql_ ? postgresql_->pid() : 0};
    const auto syncs_before = syncs_ ? syncs_->count() : 0;
    std::optional<sign_in_crowd> crowd{std::in_place, driven_.port, options_.sign_ins, options_.sign_in_again};
    began_ = std::chrono::steady_clock::now();
    const auto paid = pay_links(order, *book_);
    crowd.reset();
    stop_if_interrupted();
    if (options_.crash) {
      crash();
      memory.emplace(service_->pid());
      meter.emplace(service_->pid(), postgresql_ ? postgresql_->pid() : 0);
    }
    wait_for_callbacks(*book_, *merchants_);
    run_.webhooks_lost = wait_for_webhooks();
    if (options_.webhooks > 0) run_.all_told_s = milliseconds_between(began_, std::chrono::steady_clock::now()) / 1e3;
    run_.unacknowledged = wait_for_store(driven_, *book_);
    meter->report(run_);
    if (syncs_) run_.syncs = syncs_->count() - syncs_before;
    if (options_.old_deliveries > 0) {
      const auto left = std::stoul(test::ask_sql(driven_.database, count_old_sql));
      run_.purged = static_cast<std::size_t>(options_.old_deliveries) - left;
    }
    run_.peak = memory->peak();
    run_.sent = paid.sent;
    run_.refusals = paid.refusals;
    if (options_.crash) run_.first_callback_ms = milliseconds_between(service_->started_at(), first_arrival(*book_));
  }

  /// Waits for the webhooks of all credits so far; how many were not told.
  std::size_t wait_for_webhooks() {
    if (options_.webhooks == 0) return 0;
    const auto reported = [&] { return merchants_->tally().webhooks.load(); };
    const auto credits = acknowledged(*book_, false) + acknowledged(*book_, true);
    const auto wanted = credits * static_cast<std::size_t>(options_.webhooks);
    wait_until([&] { return reported() >= wanted; }, reported);
    return wanted - std::min(wanted, reported());
  }

  /// What is measured is how fast the unsent callbacks come after the new start.
  void crash() {
    service_->kill();
    merchants_->set_deaf(false);
    service_.reset();
    start();
    for (std::size_t position = 0; position < book_->entries().size(); ++position)
      if (auto& link = book_->at(position); link.is_acknowledged && !link.warms_up) link.due = service_->started_at();
  }

  load_options options_;
  std::unique_ptr<sync_counter> syncs_;
  work_folder folder_;
  run_figures run_;
  std::unique_ptr<test::postgresql_server> postgresql_;
  workplace place_;
  std::optional<receivers> merchants_;
  subject driven_;
  std::optional<ledger> book_;
  std::optional<running_subject> service_;
  moment began_; ///< Of what is measured.
};

} // namespace

run_figures run_load(const load_options& options) { return load_run{options}.run(); }

} // namespace paylink::load
