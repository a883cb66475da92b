#include "http/pages/page_texts.hpp"

namespace paylink {
namespace {

constexpr std::string_view check_mark = "M14 25l7 7 13-15";
constexpr std::string_view cross = "M17 17l14 14M31 17L17 31";
constexpr std::string_view clock_hands = "M24 12v12l8 5";
constexpr std::string_view bar = "M15 24h18";

constexpr page_text every_text[]{
    {"t_sandbox", "Môi trường thử nghiệm: vui lòng không chuyển tiền thật.", "Sandbox: do not send real money."},
    {"t_amount", "Số tiền", "Amount"},
    {"t_open_amount", "Bạn nhập số tiền trong ứng dụng ngân hàng, từ 2.000 ₫ trở lên.",
     "Enter the amount in your banking app: ₫2,000 or more."},
    {"t_qr", "Mã VietQR", "VietQR code"},
    {"t_scan", "Quét mã bằng ứng dụng ngân hàng.", "Scan the code with your banking app."},
    {"t_save", "Lưu ảnh mã QR", "Save QR code"},
    {"t_by_hand", "Hoặc chuyển khoản thủ công", "Or transfer with these details"},
    {"t_for", "Thanh toán cho", "Payment for"},
    {"t_bank", "Ngân hàng", "Bank"},
    {"t_account", "Số tài khoản", "Account number"},
    {"t_holder", "Chủ tài khoản", "Account holder"},
    {"t_reference", "Nội dung chuyển khoản", "Transfer text"},
    {"t_advice", "Vui lòng chuyển đúng số tiền trong một lần duy nhất và giữ nguyên nội dung chuyển khoản.",
     "Transfer the exact amount in one payment and keep the transfer text unchanged."},
    {"t_advice_open", "Vui lòng chuyển trong một lần duy nhất và giữ nguyên nội dung chuyển khoản.",
     "Pay in one transfer and keep the transfer text unchanged."},
    {"t_expires", "Hết hạn lúc", "Expires at"},
    {"t_left", "Còn lại", "Time left"},
    {"t_state", "Trạng thái", "Status"},
    {"t_waiting", "Đang chờ thanh toán", "Waiting for your payment"},
    {"t_updates", "Trang tự cập nhật khi nhận được tiền.", "This page updates automatically when the money arrives."},
    {"t_lost", "Mất kết nối, đang kết nối lại", "Connection lost, reconnecting"},
    {"t_unaffected", "Việc thanh toán không bị ảnh hưởng.", "Your payment is not affected."},
    {"t_noscript", "Sau khi chuyển khoản, hãy tải lại trang này để xem kết quả.",
     "After your transfer, reload this page to see the result."},
    {"t_reload", "Tải lại trang", "Reload page"},
    {"t_short_received", "Đã nhận", "Received"},
    {"t_short", "Số tiền này ít hơn số tiền cần thanh toán nên yêu cầu vẫn còn hiệu lực.",
     "This is less than the requested amount, so the request stays open."},
    {"t_short_advice", "Vui lòng chuyển đủ số tiền trong một lần duy nhất và liên hệ người bán về số tiền đã chuyển.",
     "Transfer the full amount in one payment. Contact the seller about the money you already sent."},
    {"t_short_advice_open",
     "Vui lòng chuyển từ 2.000 ₫ trở lên trong một lần duy nhất và liên hệ người bán về số tiền đã chuyển.",
     "Transfer ₫2,000 or more in one payment. Contact the seller about the money you already sent."},
    {"t_copy", "Sao chép", "Copy"},
    {"t_copied", "Đã chép", "Copied"},
    {"t_received", "Số tiền đã nhận", "Amount received"},
    {"t_paid", "Thời gian thanh toán", "Paid at"},
    {"t_print", "In biên nhận", "Print receipt"},
    {"t_returning", "Bạn sẽ được chuyển về trang của người bán trong giây lát.",
     "You will return to the seller’s site in a moment."},
    {"t_stay", "Ở lại trang này", "Stay on this page"},
    {"t_stayed", "Bạn đang ở lại trang này.", "You will stay on this page."},
    {"t_continue", "Tiếp tục", "Continue"},
    {"t_language", "Ngôn ngữ", "Language"},
};

constexpr state_texts pending{{"title", "Thanh toán chuyển khoản", "Pay by bank transfer"}, {}, {}};
constexpr state_texts succeeded{
    {"title", "Đã nhận thanh toán", "Payment received"},
    {"explanation", "Cảm ơn bạn. Giao dịch chuyển khoản đã hoàn tất.", "Thank you. Your transfer has arrived."},
    check_mark};
constexpr state_texts failed{{"title", "Không thể thanh toán", "This payment cannot be made"},
                             {"explanation", "Vui lòng không chuyển tiền. Nếu bạn đã chuyển, hãy liên hệ người bán.",
                              "Please do not send money. If you already have, contact the seller."},
                             cross};
constexpr state_texts expired{
    {"title", "Yêu cầu thanh toán đã hết hạn", "This payment request has expired"},
    {"explanation",
     "Vui lòng không chuyển tiền nữa; hãy liên hệ người bán để nhận link thanh toán mới. Nếu bạn đã chuyển tiền, hãy "
     "báo cho "
     "người bán.",
     "Please do not send money. Ask the seller for a new link. If you have already sent money, contact the seller."},
    clock_hands};
constexpr state_texts cancelled{{"title", "Yêu cầu thanh toán đã bị hủy", "This payment request was cancelled"},
                                {"explanation", "Vui lòng không chuyển tiền. Nếu bạn đã chuyển, hãy liên hệ người bán.",
                                 "Please do not send money. If you already have, contact the seller."},
                                bar};
constexpr state_texts unknown{{"title", "Không tìm thấy trang", "Page not found"},
                              {"explanation",
                               "Link thanh toán không đúng. Vui lòng kiểm tra lại link mà người bán đã gửi.",
                               "This link is not valid. Check the link that the seller sent you."},
                              cross};

constexpr state_texts busy{{"title", "Có quá nhiều lượt truy cập", "Too many requests"},
                           {"explanation",
                            "Vui lòng đợi vài giây rồi tải lại trang này. Thanh toán của bạn không bị ảnh hưởng.",
                            "Wait a few seconds and reload this page. Your payment is not affected."},
                           clock_hands};
constexpr state_texts unavailable{{"title", "Trang tạm thời gián đoạn", "This page is temporarily unavailable"},
                                  {"explanation",
                                   "Vui lòng đợi vài giây rồi tải lại trang này. Nếu bạn đã chuyển tiền, đừng chuyển "
                                   "lại: giao dịch của bạn không bị mất.",
                                   "Wait a few seconds and reload this page. If you have already paid, do not "
                                   "pay again: your payment is not lost."},
                                  clock_hands};

} // namespace

std::span<const page_text> page_texts() { return every_text; }

const state_texts& texts_of(link_status status) {
  switch (status) {
  case link_status::pending:
    return pending;
  case link_status::succeeded:
    return succeeded;
  case link_status::failed:
    return failed;
  case link_status::expired:
    return expired;
  case link_status::cancelled:
    return cancelled;
  }
  return unknown;
}

const state_texts& texts_of_unknown_link() { return unknown; }
const state_texts& texts_of_busy_service() { return busy; }
const state_texts& texts_of_unavailable_service() { return unavailable; }

} // namespace paylink
