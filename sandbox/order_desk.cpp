#include "sandbox/order_desk.hpp"

#include "http/tools/api_client.hpp"
#include "sandbox/link_finder.hpp"

#include <exception>
#include <utility>

namespace paylink::sandbox {
namespace {

constexpr std::size_t queue_max = 1'000;
constexpr std::chrono::seconds page_time{10};

order_refusal too_many() { return {errc::service_unavailable, "the bank has too many orders", {}}; }
order_refusal not_started() { return {errc::service_unavailable, "the sandbox has not been started yet", {}}; }

} // namespace

order_desk::order_desk(const std::filesystem::path& directory, feed_sender& sender, const connection_book& connections,
                       feed_format usual_format)
    : description_{directory}, sender_{sender}, connections_{connections}, usual_format_{usual_format},
      thread_{[this] { run(); }} {}

order_desk::~order_desk() {
  {
    std::lock_guard lock{mutex_};
    is_stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

bool order_desk::enqueue(std::function<void()> job) {
  {
    std::lock_guard lock{mutex_};
    if (queue_.size() >= queue_max) return false;
    queue_.push_back(std::move(job));
  }
  changed_.notify_all();
  return true;
}

void order_desk::accept(payment_order order, std::function<void(order_outcome)> done) {
  if (!enqueue([this, order = std::move(order), done] { carry_out(order, done); })) done(too_many());
}

void order_desk::look_up(std::string link, std::function<void(std::variant<payment_order, order_refusal>)> done) {
  const auto look = [this, link = std::move(link), done] {
    const auto* service = description_.read();
    if (!service) return done(not_started());
    payment_order order;
    order.link = link;
    if (auto refused = read_page(order, *service)) return done(*std::move(refused));
    done(std::move(order));
  };
  if (!enqueue(look)) done(too_many());
}

void order_desk::run() {
  std::unique_lock lock{mutex_};
  while (true) {
    changed_.wait(lock, [this] { return is_stopping_ || !queue_.empty(); });
    if (is_stopping_) return;
    const auto job = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    job();
    lock.lock();
  }
}

void order_desk::carry_out(payment_order order, std::function<void(order_outcome)> answer) {
  const auto done = std::make_shared<std::function<void(order_outcome)>>(std::move(answer));
  const auto* service = description_.read();
  if (!service) return (*done)(not_started());
  if (!order.link.empty()) {
    if (auto refused = read_page(order, *service)) return (*done)(std::move(*refused));
  }
  if (!order.format) order.format = usual_format_;
  auto occurred_at = format_rfc3339(system_wall_clock{}.now());
  auto [content, faults] =
      make_notification(order, connections_.with_accounts(*service), next_bank_reference(), occurred_at);
  if (!faults.empty()) return (*done)(order_refusal{errc::validation_error, {}, std::move(faults)});
  try {
    const int sends = is_notified(order, content, *service) ? 1 + order.repeat + (order.change ? 1 : 0) : 0;
    sender_.submit(std::move(content), sends, std::chrono::milliseconds{order.delay_ms}, order.shuffle,
                   [done](const journal_entry& entry) { (*done)(entry); });
  } catch (const std::exception& not_booked) {
    (*done)(order_refusal{errc::internal_error, not_booked.what(), {}});
  }
}

// Of an account that the service has disconnected the bank says nothing by itself.
bool order_desk::is_notified(const payment_order& order, const notification& content,
                             const description& service) const {
  if (order.lose) return false;
  const auto [bin, account_number] = account_of(content);
  return !connections_.is_silent(bin, account_number, service);
}

std::optional<order_refusal> order_desk::read_page(payment_order& order, const description& service) {
  // Whatever address was given, the page is requested from the sandbox's own service.
  std::variant<api_answer, unreachable> outcome;
  try {
    api_client client{{.base_url = service.base_url, .token = {}, .ca_file = {}, .timeout = page_time}};
    const auto public_id = find_public_id(order.link, service, client);
    if (public_id.empty())
      return order_refusal{
          errc::validation_error,
          {},
          {{"link", "format", "is no page's address or public id, and no id or reference of a demo Workspace's link"}}};
    outcome = client.send({.method = http_method::get, .target = "/l/" + public_id, .body = {}, .headers = {}});
  } catch (const std::invalid_argument& wrong) {
    return order_refusal{errc::bank_unreachable, wrong.what(), {}};
  }
  if (auto* failed = std::get_if<unreachable>(&outcome))
    return order_refusal{errc::bank_unreachable, failed->reason, {}};
  const auto& answer = std::get<api_answer>(outcome);
  if (answer.status == 404) return order_refusal{errc::not_found, "the service has no such payment page", {}};
  if (answer.status != 200)
    return order_refusal{errc::service_unavailable,
                         "the service answered " + std::to_string(answer.status) +
                             " for the payment page, so the link's status is unknown; try again",
                         {}};
  auto page = read_payment_page(answer.body);
  if (page.account.empty())
    return order_refusal{errc::payment_link_not_pending,
                         "The link is " + (page.status.empty() ? "not pending" : page.status) +
                             "; to pay it anyway, give --account, --reference and --amount.",
                         {}};
  complete_order(order, page);
  return std::nullopt;
}

std::string order_desk::next_bank_reference() {
  constexpr std::string_view alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::string text = "BS"; // 16 characters in all, which every format has room for
  std::uniform_int_distribution<std::size_t> any{0, alphabet.size() - 1};
  for (int i = 0; i < 14; ++i) text += alphabet[any(dice_)];
  return text;
}

} // namespace paylink::sandbox
