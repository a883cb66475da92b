#include "tests/persistence/aged_shop.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace paylink::test {

namespace {

constexpr std::int64_t millis_a_day = 86'400'000;

std::string days_ago(const store_world& world, int days) {
  return std::to_string(to_millis(world.now()) - days * millis_a_day);
}

std::string aging_sql(const store_world& world, int days, std::optional<std::int64_t> row = {}) {
  const auto time = days_ago(world, days);
  const auto of_one = [&](const std::string& column) {
    return row ? " WHERE " + column + " = " + std::to_string(*row) : std::string{};
  };
  return "UPDATE deliveries SET created_at = " + time + ", finished_at = CASE WHEN finished_at IS NOT NULL THEN " +
         time + " END" + of_one("row") + "; UPDATE attempts SET started_at = " + time + of_one("delivery_row");
}

} // namespace

void age_deliveries(store_world& world, int days) { run_sql(world.url, aging_sql(world, days)); }

purge_place purge_portion(store_world& world) {
  world.done<claimed_scheduled_job>(claim_scheduled_job{});
  run_sql(world.url,
          "UPDATE scheduled_jobs SET owner = '', lease_until = 0, next_at = CASE name WHEN 'retention' THEN 0 ELSE "
          "9000000000000 END");
  BOOST_REQUIRE(world.done<claimed_scheduled_job>(claim_scheduled_job{}).name == "retention");
  world.done<worked_on_scheduled_job>(work_on_scheduled_job{"retention"});
  return purge_place::read(world.ask("SELECT progress FROM scheduled_jobs WHERE name = 'retention'"));
}

purge_place purge_all(store_world& world) {
  world.done<claimed_scheduled_job>(claim_scheduled_job{});
  // The scheduled jobs of a node may have begun a pass.
  const auto progress = world.ask("SELECT progress FROM scheduled_jobs WHERE name = 'retention'");
  int passes = purge_place::read(progress).stage == purge_stage::begin ? 1 : 2;
  for (int portions = 0; portions < 1'000; ++portions) {
    const auto at = purge_portion(world);
    if (at.stage == purge_stage::begin && --passes == 0) return at;
  }
  throw std::runtime_error{"a purge does not come to its end"};
}

aged_shop::aged_shop(kind where) : world{where} { hook = make_hook("https://shop.example/hook"); }

webhook aged_shop::make_hook(const std::string& url) {
  const webhook record{.id = world.new_id<webhook_id>(),
                       .workspace = world.workspace,
                       .name = "Books",
                       .url = url,
                       .events = bit_of(webhook_event::transaction_debit),
                       .filter = {},
                       .headers = {}};
  return world
      .done<made_webhook>(
          create_webhook{.record = record, .keys = {record.id.text() + ".1", "key", "secret"}, .by = world.by_owner()})
      .record;
}

void aged_shop::settle(const delivery_job& job, int status) {
  auto made = world.made(job.attempt, status);
  made.response_headers = {{"content-type", "text/plain"}};
  made.response_body = "thanks";
  world.done<recorded_attempt>(outcome_of(job, made));
}

aged_shop::ended aged_shop::callback(int status) {
  auto link = world.make_link();
  const auto job = world.pay(link.reference, 100'000).jobs.at(0);
  settle(job, status);
  return {std::move(link), job.row};
}

aged_shop::ended aged_shop::delivery(int status) {
  const auto job = world.pay(std::nullopt, 5'000, {.type = transfer_type::debit}).jobs.at(0);
  settle(job, status);
  return {.link = {}, .row = job.row};
}

void aged_shop::record_many(int callbacks) {
  std::vector<write_command> links, credits;
  for (int i = 0; i < callbacks; ++i) {
    links.push_back(world.link_command());
    credits.push_back(world.credit(std::get<create_link>(links.back()).link.reference, 100'000, {.claim = false}));
  }
  world.done_together<created_link>(links);
  world.done_together<recorded_entry>(credits);
  const std::string without = " WHERE NOT EXISTS (SELECT 1 FROM attempts a WHERE a.delivery_row = deliveries.row)";
  run_sql(world.url, std::string{end_sql} + ", attempt = 1, epoch = 1" + without +
                         "; INSERT INTO attempts (delivery_row, number, epoch, started_at, duration_ms, url, address, "
                         "hops, status_code, failed_by, final, error, response_headers, response_body, tls) SELECT "
                         "row, 1, 1, created_at, 1, url, '', '[]', 200, 0, 0, '', '[]', 'ok', '' FROM deliveries" +
                         without);
}

void aged_shop::age(std::int64_t row, int days) { run_sql(world.url, aging_sql(world, days, row)); }

void aged_shop::end_later(std::int64_t first, std::int64_t last, int days) {
  run_sql(world.url, "UPDATE deliveries SET finished_at = finished_at + " + std::to_string(days * millis_a_day) +
                         " WHERE row BETWEEN " + std::to_string(first) + " AND " + std::to_string(last));
}

void aged_shop::let_pass(int days) {
  const auto by = " - " + std::to_string(days * millis_a_day);
  run_sql(world.url, "UPDATE deliveries SET created_at = created_at" + by + ", finished_at = finished_at" + by +
                         "; UPDATE late_purges SET since = since" + by);
}

std::string aged_shop::remains(std::int64_t row) {
  const auto of = std::to_string(row);
  const auto found = run_sql(
      world.url,
      "SELECT purged || ' ' || (SELECT COUNT(*) FROM attempts WHERE delivery_row = d.row) || ' ' || CASE WHEN body = "
      "'' AND (SELECT COUNT(*) FROM attempts WHERE delivery_row = d.row AND (response_body <> '' OR response_headers "
      "<> '[]')) = 0 THEN 'none' WHEN body <> '' THEN 'all' ELSE 'some' END FROM deliveries d WHERE row = " +
          of);
  if (!found.empty()) return found[0][0];
  const bool is_rest_gone = world.ask("SELECT COUNT(*) FROM attempts WHERE delivery_row = " + of) == "0";
  return is_rest_gone ? "gone" : "gone, but for its attempts";
}

} // namespace paylink::test
