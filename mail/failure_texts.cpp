#include "mail/failure_texts.hpp"

#include <array>

namespace paylink {

namespace {

constexpr std::array texts{
    failure_text{
        failure_class::dns, "không phân giải được tên miền",
        "Kiểm tra tên miền trong URL có bị gõ sai không, và bản ghi DNS (A hoặc AAAA) của tên miền còn đúng "
        "không.",
        "the host name cannot be resolved",
        "Check the URL for typing errors, and check that the name still has an A or AAAA record in public DNS."},
    failure_text{failure_class::connect, "máy chủ không nhận kết nối",
                 "Kiểm tra dịch vụ nhận callback có đang chạy không, và tường lửa có cho phép kết nối đến không.",
                 "the server does not accept connections",
                 "Check that the receiver is running and that its firewall lets the service through."},
    failure_text{failure_class::tls, "không thiết lập được kết nối TLS đáng tin cậy",
                 "Kiểm tra chứng chỉ TLS: còn hạn, đúng tên miền, kèm đủ chứng chỉ trung gian; hỗ trợ TLS 1.2 hoặc "
                 "1.3.",
                 "no trusted TLS connection could be made",
                 "Check the certificate: not expired, valid for the host, with its intermediate certificates; offer "
                 "TLS 1.2 or 1.3."},
    failure_text{failure_class::timeout, "máy chủ không phản hồi kịp thời",
                 "Hãy lưu sự kiện và phản hồi 2xx ngay, rồi mới xử lý các việc còn lại.", "there was no answer in time",
                 "Store the event and answer 2xx at once; do the work afterwards."},
    failure_text{failure_class::blocked_destination, "URL dẫn đến một địa chỉ không được phép gọi",
                 "Hãy dùng địa chỉ công khai; các địa chỉ nội bộ và dành riêng không được gọi.",
                 "the URL resolves to an address that is not called",
                 "Use a public address; private and reserved ones are not called."},
    failure_text{failure_class::redirect_rejected, "máy chủ chuyển hướng sang nơi không được phép",
                 "Hãy tạo liên kết thanh toán với URL cuối cùng, và phản hồi 2xx ngay tại đó.",
                 "the server answered with a redirect that is not followed",
                 "Create payment links with the final URL, and answer 2xx there."},
    failure_text{failure_class::http_4xx, "máy chủ từ chối callback",
                 "Hãy xem nhật ký của hệ thống nhận callback vào thời điểm trên để biết vì sao callback bị từ chối.",
                 "the server refused the callback",
                 "Check the receiver's log at that time to see why it refused the callback."},
    failure_text{failure_class::http_5xx, "máy chủ gặp lỗi khi xử lý callback",
                 "Hãy xem nhật ký lỗi của hệ thống nhận callback vào thời điểm trên.",
                 "the server failed while it handled the callback", "Check the receiver's log at that time."},
    failure_text{failure_class::reset, "kết nối bị ngắt trước khi nhận đủ phản hồi",
                 "Hãy xem hệ thống nhận có bị khởi động lại, hoặc có proxy nào cắt kết nối không. Có thể sự kiện đã "
                 "được xử lý: hãy đối chiếu bằng mã sự kiện.",
                 "the connection broke before the answer was complete",
                 "Check whether the receiver restarted, or a proxy cut the connection. The event may have been "
                 "processed: check by its id."},
};

/// What a status says better than its class does.
struct status_advice {
  int status;
  std::string_view vi, en;
};
constexpr std::array by_status{
    status_advice{
        400, "Hãy kiểm tra lại cách đọc nội dung và cách kiểm tra chữ ký: chữ ký được tính trên đúng các byte đã nhận.",
        "Check how the body is read and the signature verified: it is computed over the bytes as received."},
    status_advice{401, "Hãy kiểm tra lại khóa ký và cách kiểm tra chữ ký.",
                  "Check the signing key, and how the signature is verified."},
    status_advice{403, "Hãy xem có tường lửa, proxy hay trang đăng nhập nào chắn trước hệ thống nhận không.",
                  "Check whether a firewall, a proxy or a login page stands in front of the receiver."},
    status_advice{404, "Hãy kiểm tra URL: máy chủ có phản hồi nhưng đường dẫn này không tồn tại.",
                  "Check the URL: the server answers, but has nothing at this path."},
    status_advice{405, "Hãy cho phép phương thức POST tại URL này.", "Make the receiver accept POST at this URL."},
    status_advice{410, "Địa chỉ này đã ngừng hoạt động; hãy tạo liên kết thanh toán với URL mới.",
                  "This address has been retired; create payment links with the new URL."},
};

constexpr bool is_in_order() {
  for (std::size_t place = 0; place < texts.size(); ++place)
    if (static_cast<std::size_t>(texts[place].failed_by) != place + 1) return false;
  return true;
}
static_assert(is_in_order());

} // namespace

std::string_view advice_on(failure_class failed_by, int status, language lang) {
  if (failed_by == failure_class::http_4xx)
    for (const auto& one : by_status)
      if (one.status == status) return lang == language::vi ? one.vi : one.en;
  return text_of(failed_by).advice(lang);
}

const failure_text& text_of(failure_class failed_by) {
  const auto known = failed_by == failure_class::none ? failure_class::reset : failed_by;
  return texts[static_cast<std::size_t>(known) - 1];
}

} // namespace paylink
