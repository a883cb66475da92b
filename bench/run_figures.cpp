#include "bench/run_figures.hpp"

#include "bench/percentiles.hpp"

#include <cmath>
#include <iomanip>
#include <numeric>
#include <ostream>
#include <thread>

namespace paylink::load {

namespace {

/// Above this share of all cores, the rates of a run say more about the others than about the subject.
constexpr double others_share_max = 0.3;

struct figure {
  const char* key;
  const char* meaning;
  double value;
  int decimals;
};

double per_thousand(double seconds, std::size_t events) {
  return events == 0 ? 0 : seconds * 1'000 / static_cast<double>(events);
}

double share_of_others(const run_figures& run) {
  return run.observed_s <= 0 ? 0 : run.others_cpu_s / (run.observed_s * std::thread::hardware_concurrency());
}

std::vector<figure> speed_of(const run_figures& run) {
  const auto delivered = static_cast<double>(run.delivered);
  const auto deliveries = delivered * (1 + run.options.webhooks);
  const auto all_told = run.all_told_s > 0 ? run.all_told_s : run.elapsed_s;
  return {{"events_per_s", "events a second", run.elapsed_s > 0 ? delivered / run.elapsed_s : 0, 0},
          {"deliveries_per_s", "  deliveries a second, with those to webhooks",
           all_told > 0 ? deliveries / all_told : 0, 0},
          {"latency_p50_ms", "credit due to callback, p50, ms", percentile(run.latencies_ms, 0.50), 2},
          {"latency_p95_ms", "  p95", percentile(run.latencies_ms, 0.95), 2},
          {"latency_p99_ms", "  p99", percentile(run.latencies_ms, 0.99), 2},
          {"latency_max_ms", "  longest", percentile(run.latencies_ms, 1), 2},
          {"answer_p50_ms", "credit due to answer, p50, ms", percentile(run.answers_ms, 0.50), 2},
          {"answer_p99_ms", "  p99", percentile(run.answers_ms, 0.99), 2}};
}

std::vector<figure> cost_of(const run_figures& run) {
  const auto mebibytes = [](std::size_t kib) { return static_cast<double>(kib) / 1024; };
  std::vector<figure> figures{
      {"cpu_s_per_1000", "its CPU, s per 1,000 events", per_thousand(run.subject_cpu_s, run.delivered), 4},
      {"postgresql_cpu_s_per_1000", "PostgreSQL's", per_thousand(run.postgresql_cpu_s, run.delivered), 4},
      {"ready_ms", "start to ready, ms", run.ready_ms, 1},
      {"start_rss_mib", "its memory when ready, RSS, MiB", mebibytes(run.at_start.rss_kib), 1},
      {"peak_rss_mib", "its memory at most, RSS, MiB", mebibytes(run.peak.rss_kib), 1},
      {"peak_pss_mib", "  PSS", mebibytes(run.peak.pss_kib), 1},
      {"connections", "connections to receivers", static_cast<double>(run.connections), 0}};
  if (run.options.hang > 0)
    figures.push_back({"hanging_peak", "  at most at the one that hangs", static_cast<double>(run.hanging_peak), 0});
  if (run.expiry) {
    figures.push_back({"expiry_p99_ms", "links expired after their time, p99, ms", run.expiry->p99_ms, 0});
    figures.push_back({"expiry_all_ms", "  all", run.expiry->all_ms, 0});
  }
  if (run.purged) figures.push_back({"purged", "old deliveries purged meanwhile", static_cast<double>(*run.purged), 0});
  if (run.first_callback_ms)
    figures.push_back({"first_callback_ms", "new start to first callback, ms", *run.first_callback_ms, 1});
  if (run.syncs) {
    const auto syncs = static_cast<double>(*run.syncs);
    figures.push_back({"syncs", "fsync and fdatasync", syncs, 0});
    figures.push_back(
        {"credits_per_sync", "credits a sync", syncs > 0 ? static_cast<double>(run.delivered) / syncs : 0, 2});
  }
  return figures;
}

std::vector<figure> circumstances_of(const run_figures& run) {
  return {{"own_cpu_s", "CPU of this program, s", run.own_cpu_s, 2},
          {"others_cpu_s", "CPU of others meanwhile, s", run.others_cpu_s, 2},
          {"others_share", "  as a share of all cores", share_of_others(run), 3},
          {"sync_p50_ms", "fdatasync here, p50, ms", run.floor.sync_p50_ms, 3},
          {"sync_p99_ms", "  p99", run.floor.sync_p99_ms, 3},
          {"round_trip_p50_ms", "loopback HTTP round trip, p50, ms", run.floor.round_trip_p50_ms, 3},
          {"signatures_per_s", "HMAC-SHA256 of 300 bytes a second", run.floor.signatures_per_second, 0}};
}

std::vector<figure> losses_of(const run_figures& run) {
  const auto count = [](std::size_t value) { return static_cast<double>(value); };
  return {{"refused", "credits answered otherwise than recorded", count(run.refused()), 0},
          {"lost", "callbacks that never came", count(run.lost), 0},
          {"duplicates", "callbacks that came again", count(run.duplicates), 0},
          {"unacknowledged", "callbacks left in the store", count(run.unacknowledged), 0},
          {"bad_signatures", "callbacks signed wrongly", count(run.bad_signatures), 0},
          {"unknown", "callbacks of no link", count(run.unknown), 0},
          {"webhooks_lost", "deliveries to webhooks that never came", count(run.webhooks_lost), 0}};
}

std::vector<std::vector<figure>> all_figures(const run_figures& run) {
  return {speed_of(run), cost_of(run), losses_of(run), circumstances_of(run)};
}

std::string how(const load_options& options) {
  std::string text = std::to_string(options.events) + " events after " + std::to_string(options.warm_up) +
                     " to warm up, " + std::to_string(options.concurrency) + " connections";
  if (options.rate > 0)
    text += ", due at " + std::to_string(std::lround(options.rate)) + "/s";
  else
    text += ", as fast as acknowledged";
  text += ", " + std::to_string(options.links) + " links" + (options.shuffle ? " in random order" : "");
  text += ", " + std::to_string(options.receivers) + (options.tls ? " HTTPS" : " HTTP") + " receivers";
  if (options.old_deliveries > 0) text += ", " + std::to_string(options.old_deliveries) + " old deliveries";
  if (options.feeds > 1) text += ", " + std::to_string(options.feeds) + " feeds";
  if (options.expire > 0) text += ", " + std::to_string(options.expire) + " more expire at once";
  if (options.crash) text += ", killed with all callbacks unsent";
  if (options.sign_ins > 0)
    text += ", " + std::to_string(options.sign_ins) + " sign in at once" +
            (options.sign_in_again ? ", again and again" : "");
  if (options.hang > 0) text += ", every " + std::to_string(options.hang) + "th hangs";
  return text;
}

} // namespace

std::size_t run_figures::refused() const {
  return std::accumulate(refusals.begin(), refusals.end(), std::size_t{0},
                         [](std::size_t sum, const auto& refusal) { return sum + refusal.second; });
}

std::vector<std::string> run_figures::faults() const {
  std::vector<std::string> found;
  for (const auto& loss : losses_of(*this))
    if (loss.value > 0) found.push_back(std::to_string(std::lround(loss.value)) + " " + loss.meaning);
  if (options.expire > 0 && !expiry) found.emplace_back("not all links expired");
  if (delivered == 0) found.emplace_back("nothing was delivered");
  return found;
}

void print_table(std::ostream& out, const run_figures& run) {
  out << run.subject << ": " << how(run.options) << '\n' << std::fixed;
  for (const auto& group : all_figures(run)) {
    out << '\n';
    for (const auto& shown : group)
      out << "  " << std::left << std::setw(44) << shown.meaning << std::right << std::setw(12)
          << std::setprecision(shown.decimals) << shown.value << '\n';
  }
  for (const auto& [answer, times] : run.refusals) out << "\n  " << times << " times: " << answer << '\n';
  if (share_of_others(run) > others_share_max)
    out << "\nThe machine was busy with other things: compare ratios of interleaved runs, not rates.\n";
  for (const auto& fault : run.faults()) out << "\nVOID: " << fault << '\n';
}

void print_json(std::ostream& out, const run_figures& run) {
  const auto& options = run.options;
  out << std::boolalpha << std::fixed << R"({"subject":")" << run.subject << R"(","void":)" << !run.faults().empty()
      << R"(,"events":)" << options.events << R"(,"sent":)" << run.sent << R"(,"delivered":)" << run.delivered
      << R"(,"links":)" << options.links << R"(,"concurrency":)" << options.concurrency << R"(,"rate":)"
      << std::setprecision(0) << options.rate << R"(,"tls":)" << options.tls << R"(,"feeds":)" << options.feeds
      << R"(,"receivers":)" << options.receivers << R"(,"hang":)" << options.hang << R"(,"shuffle":)" << options.shuffle
      << R"(,"expire":)" << options.expire << R"(,"crash":)" << options.crash;
  for (const auto& group : all_figures(run))
    for (const auto& shown : group)
      out << ",\"" << shown.key << "\":" << std::setprecision(shown.decimals) << shown.value;
  out << "}\n";
}

} // namespace paylink::load
