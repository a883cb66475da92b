#include "mail/failure_texts.hpp"

#include <array>

namespace paylink {

namespace {

constexpr std::array texts{
    failure_text{failure_class::dns, "không phân giải được tên miền",
                 "Kiểm tra tên miền trong URL có bị gõ sai không, và bản ghi DNS (A hoặc AAAA) của tên miền còn đúng "
                 "không.",
                 "the host name cannot be resolved",
                 "Check the URL for typos, and check that the name still has an A or AAAA record in public DNS."},
    failure_text{failure_class::connect, "máy chủ không nhận kết nối",
                 "Kiểm tra dịch vụ nhận callback có đang chạy không, và tường lửa có cho phép kết nối đến không.",
                 "the server does not accept connections",
                 "Check that the receiver is running and that its firewall allows the service."},
    failure_text{failure_class::tls, "không thiết lập được kết nối TLS đáng tin cậy",
                 "Kiểm tra chứng chỉ TLS: còn hạn, đúng tên miền, kèm đủ chứng chỉ trung gian; hỗ trợ TLS 1.2 hoặc "
                 "1.3.",
                 "no trusted TLS connection could be established",
                 "Check the certificate: not expired, valid for the host, with its intermediate certificates; offer "
                 "TLS 1.2 or 1.3."},
    failure_text{failure_class::timeout, "máy chủ không phản hồi kịp thời",
                 "Hãy lưu sự kiện và phản hồi 2xx ngay, rồi mới xử lý các việc còn lại.",
                 "there was no response in time", "Store the event, return 2xx at once, and do the work afterwards."},
    failure_text{failure_class::blocked_destination, "URL dẫn đến một địa chỉ không được phép gọi",
                 "Hãy dùng địa chỉ công khai; các địa chỉ nội bộ và dành riêng không được gọi.",
                 "the URL resolves to a blocked address",
                 "Use a public address. Private and reserved addresses are not called."},
    failure_text{failure_class::redirect_rejected, "máy chủ chuyển hướng sang nơi không được phép",
                 "Hãy tạo link thanh toán với URL cuối cùng, và phản hồi 2xx ngay tại đó.",
                 "the server responded with a redirect that is not allowed",
                 "Create payment links with the final URL, and return 2xx there."},
    failure_text{failure_class::http_4xx, "máy chủ từ chối callback",
                 "Hãy xem nhật ký của hệ thống nhận callback vào thời điểm trên để biết vì sao callback bị từ chối.",
                 "the server rejected the callback",
                 "Check the receiver's log at that time to see why it rejected the callback."},
    failure_text{failure_class::http_5xx, "máy chủ gặp lỗi khi xử lý callback",
                 "Hãy xem nhật ký lỗi của hệ thống nhận callback vào thời điểm trên.",
                 "the server failed to process the callback", "Check the receiver's log at that time."},
    failure_text{failure_class::reset, "kết nối bị ngắt trước khi nhận đủ phản hồi",
                 "Hãy xem hệ thống nhận có bị khởi động lại, hoặc có proxy nào cắt kết nối không. Có thể sự kiện đã "
                 "được xử lý: hãy đối chiếu bằng mã sự kiện.",
                 "the connection was closed before the response was complete",
                 "Check whether the receiver restarted, or a proxy cut the connection. The event may have been "
                 "processed: check by its id."},
};

/// What is said otherwise of webhooks and chats. An empty reason or advice is that of callbacks.
struct other_text {
  delivery_kind sent;
  failure_text text;
};
constexpr auto to_webhook = delivery_kind::webhook, to_telegram = delivery_kind::telegram;
constexpr std::string_view no_telegram_vi =
    "Dịch vụ chưa kết nối được với Telegram. Hãy gửi lại sau; nếu lỗi lặp lại, hãy báo cho đơn vị vận hành dịch vụ.";
constexpr std::string_view no_telegram_en =
    "The service could not reach Telegram. Resend later. If it keeps failing, contact the operator of the service.";
constexpr other_text others[]{
    {to_webhook,
     {failure_class::connect,
      {},
      "Kiểm tra hệ thống nhận webhook có đang chạy không, và tường lửa có cho phép kết "
      "nối đến không.",
      {},
      {}}},
    {to_webhook,
     {failure_class::redirect_rejected,
      {},
      "Hãy đổi URL của webhook thành URL cuối cùng, và phản hồi 2xx ngay tại đó.",
      {},
      "Change the webhook's URL to the final one, and return 2xx there."}},
    {to_webhook,
     {failure_class::http_4xx, "máy chủ từ chối thông báo",
      "Hãy xem nhật ký của hệ thống nhận vào thời điểm trên để biết vì sao thông báo bị từ chối.",
      "the server rejected the event", "Check the receiver's log at that time to see why it rejected the event."}},
    {to_webhook,
     {failure_class::http_5xx,
      "máy chủ gặp lỗi khi xử lý thông báo",
      "Hãy xem nhật ký lỗi của hệ thống nhận webhook vào thời điểm trên.",
      "the server failed to process the event",
      {}}},
    {to_telegram, {failure_class::dns, {}, no_telegram_vi, {}, no_telegram_en}},
    {to_telegram, {failure_class::connect, {}, no_telegram_vi, {}, no_telegram_en}},
    {to_telegram, {failure_class::tls, {}, no_telegram_vi, {}, no_telegram_en}},
    {to_telegram, {failure_class::timeout, {}, no_telegram_vi, {}, no_telegram_en}},
    {to_telegram, {failure_class::blocked_destination, {}, no_telegram_vi, {}, no_telegram_en}},
    {to_telegram, {failure_class::redirect_rejected, {}, no_telegram_vi, {}, no_telegram_en}},
    {to_telegram,
     {failure_class::http_4xx, "Telegram từ chối tin nhắn",
      "Kiểm tra bot còn trong nhóm chat, được phép gửi tin, và token của bot còn hiệu lực.",
      "Telegram rejected the message",
      "Check that the bot is still in the chat and is allowed to write there, and that its token is valid."}},
    {to_telegram,
     {failure_class::http_5xx, "Telegram gặp lỗi khi xử lý tin nhắn", no_telegram_vi,
      "Telegram failed to process the message", no_telegram_en}},
    {to_telegram, {failure_class::reset, {}, no_telegram_vi, {}, no_telegram_en}},
};

/// What a status says better than its class does.
struct status_advice {
  int status;
  std::string_view vi, en;
  std::string_view webhook_vi{}, webhook_en{}; ///< Of webhooks; empty: the same.
};
constexpr std::array by_status{
    status_advice{
        400, "Hãy kiểm tra lại cách đọc nội dung và cách kiểm tra chữ ký: chữ ký được tính trên đúng các byte đã nhận.",
        "Check how the body is read and how the signature is verified: it covers the bytes as received."},
    status_advice{401, "Hãy kiểm tra lại khóa ký và cách kiểm tra chữ ký.",
                  "Check the signing key and how the signature is verified.",
                  "Hãy kiểm tra lại API key và secret của webhook, và cách hệ thống nhận so sánh chúng.",
                  "Check the webhook's API key and secret and how the receiver compares them."},
    status_advice{403, "Hãy xem có tường lửa, proxy hay trang đăng nhập nào chắn trước hệ thống nhận không.",
                  "Check for a firewall, a proxy or a login page in front of the receiver."},
    status_advice{404, "Hãy kiểm tra URL: máy chủ có phản hồi nhưng đường dẫn này không tồn tại.",
                  "Check the URL: the server answers, but this path does not exist."},
    status_advice{405, "Hãy cho phép phương thức POST tại URL này.", "Let the receiver accept POST at this URL."},
    status_advice{410, "Địa chỉ này đã ngừng hoạt động; hãy tạo link thanh toán với URL mới.",
                  "This address has been retired. Create payment links with the new URL.",
                  "Địa chỉ này đã ngừng hoạt động; hãy đổi URL của webhook.",
                  "This address has been retired. Change the webhook's URL."},
};

constexpr bool is_in_order() {
  for (std::size_t place = 0; place < texts.size(); ++place)
    if (static_cast<std::size_t>(texts[place].failed_by) != place + 1) return false;
  return true;
}
static_assert(is_in_order());

const failure_text* other_of(failure_class failed_by, delivery_kind sent) {
  for (const auto& one : others)
    if (one.sent == sent && one.text.failed_by == failed_by) return &one.text;
  return nullptr;
}

} // namespace

std::string_view reason_of(failure_class failed_by, language lang, delivery_kind sent) {
  const auto* other = other_of(failed_by, sent);
  const auto own = other ? other->reason(lang) : std::string_view{};
  return own.empty() ? text_of(failed_by).reason(lang) : own;
}

std::string_view advice_on(failure_class failed_by, int status, language lang, delivery_kind sent) {
  // The statuses of chats' services mean something else than those of receivers.
  if (failed_by == failure_class::http_4xx && !is_chat(sent))
    for (const auto& one : by_status) {
      if (one.status != status) continue;
      const auto of_webhook = lang == language::vi ? one.webhook_vi : one.webhook_en;
      if (sent == delivery_kind::webhook && !of_webhook.empty()) return of_webhook;
      return lang == language::vi ? one.vi : one.en;
    }
  const auto* other = other_of(failed_by, sent);
  const auto own = other ? other->advice(lang) : std::string_view{};
  return own.empty() ? text_of(failed_by).advice(lang) : own;
}

const failure_text& text_of(failure_class failed_by) {
  const auto known = failed_by == failure_class::none ? failure_class::reset : failed_by;
  return texts[static_cast<std::size_t>(known) - 1];
}

} // namespace paylink
