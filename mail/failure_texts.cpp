#include "mail/failure_texts.hpp"

#include <array>

namespace paylink {

namespace {

constexpr std::array texts{
    failure_text{failure_class::dns, "không tìm được địa chỉ của tên miền",
                 "Kiểm tra tên miền trong URL có bị gõ sai không, và bản ghi DNS (A hoặc AAAA) của tên miền còn đúng "
                 "không.",
                 "the host name leads to no address",
                 "Look for a typing error in the URL, and whether the name still has an A or AAAA record in public "
                 "DNS."},
    failure_text{failure_class::connect, "máy chủ không nhận kết nối",
                 "Kiểm tra dịch vụ nhận callback có đang chạy không, và tường lửa có cho phép kết nối đến không.",
                 "the server does not accept connections",
                 "See that the receiver runs, and that its firewall lets the service in."},
    failure_text{failure_class::tls, "không thiết lập được kết nối TLS tin cậy",
                 "Kiểm tra chứng chỉ TLS: còn hạn, đúng tên miền, kèm đủ chứng chỉ trung gian; hỗ trợ TLS 1.2 hoặc "
                 "1.3.",
                 "no trusted TLS connection comes about",
                 "Check the certificate: not expired, valid for the host, with its intermediate certificates; offer "
                 "TLS 1.2 or 1.3."},
    failure_text{failure_class::timeout, "máy chủ không trả lời kịp thời gian",
                 "Hãy lưu sự kiện và trả lời 2xx ngay, rồi mới xử lý phần việc còn lại.", "there was no answer in time",
                 "Store the event and answer 2xx at once; do the work afterwards."},
    failure_text{failure_class::blocked_destination, "URL dẫn đến một địa chỉ không được phép gọi",
                 "Hãy dùng địa chỉ công khai; các địa chỉ nội bộ và dành riêng không được gọi.",
                 "the URL leads to an address that is not called",
                 "Use a public address; private and reserved ones are not called."},
    failure_text{failure_class::redirect_rejected, "máy chủ chuyển hướng sang nơi không được phép",
                 "Hãy tạo liên kết thanh toán với URL cuối cùng, và trả lời 2xx ngay tại đó.",
                 "its redirect is not followed", "Make payment links with the final URL, and answer 2xx there."},
    failure_text{failure_class::http_4xx, "máy chủ từ chối callback",
                 "Nếu là 400 hoặc 401, hãy so lại khóa ký và cách kiểm tra chữ ký. Nếu là 403, 404 hoặc 405, hãy xem "
                 "URL có đúng không, và có proxy hay trang đăng nhập nào chắn trước không.",
                 "the server refused the callback",
                 "After 400 or 401 compare the signing key and how the signature is verified. After 403, 404 or 405 "
                 "see whether the URL is right, and whether a proxy or a login stands before the receiver."},
    failure_text{failure_class::http_5xx, "máy chủ gặp lỗi khi xử lý callback",
                 "Hãy xem nhật ký lỗi của hệ thống nhận callback vào thời điểm trên.",
                 "the server failed while it handled the callback", "Read the receiver's log of that time."},
    failure_text{failure_class::reset, "kết nối bị ngắt trước khi có câu trả lời đầy đủ",
                 "Hãy xem hệ thống nhận có bị khởi động lại, hoặc có proxy nào cắt kết nối không. Có thể sự kiện đã "
                 "được xử lý: hãy đối chiếu bằng mã sự kiện.",
                 "the connection broke before the answer was complete",
                 "Look for a restart of the receiver, or for a proxy that cut the connection. The event may have been "
                 "processed: its id tells."},
};

constexpr bool is_in_order() {
  for (std::size_t place = 0; place < texts.size(); ++place)
    if (static_cast<std::size_t>(texts[place].failed_by) != place + 1) return false;
  return true;
}
static_assert(is_in_order());

} // namespace

const failure_text& text_of(failure_class failed_by) {
  const auto known = failed_by == failure_class::none ? failure_class::reset : failed_by;
  return texts[static_cast<std::size_t>(known) - 1];
}

} // namespace paylink
