import { number } from '../format';
import type { Texts } from '../use_texts';

export const home: Texts['home'] = {
  workspaces_title: 'Không gian làm việc của bạn',
  no_workspace: 'Tạo không gian làm việc đầu tiên',
  no_workspace_advice:
    'Không gian làm việc gồm tài khoản ngân hàng, link thanh toán và thành viên của một cửa hàng hay công ty.',
  create: 'Không gian mới',
  create_do: 'Tạo không gian làm việc',
  name: 'Tên',
  name_hint: 'Tên mà bạn và nhóm của bạn hay gọi. Có thể đổi sau.',
  entity_type: 'Bên nhận tiền',
  entity_types: { individual: 'Cá nhân', household_business: 'Hộ kinh doanh', enterprise: 'Doanh nghiệp' },
  banking_mode: 'Cách ghi nhận thanh toán',
  banking_modes: { open_banking: 'Ngân hàng mở (Open Banking)', national_switch: 'Chuyển mạch quốc gia' },
  banking_mode_advice: {
    open_banking: 'Tài khoản của chính bạn tại MB, ACB hoặc OCB. Người trả có thể tự chọn số tiền.',
    national_switch: 'Tài khoản tại bất kỳ ngân hàng nào trong hệ thống chuyển mạch. Mỗi link có số tiền cố định.',
  },
  fixed_for_ever: 'Lựa chọn này và cách ghi nhận thanh toán không thay đổi được về sau.',
  limit: 'Gói của bạn không cho tạo thêm không gian làm việc. Hãy đổi gói trước.',
  suspended: 'Tạm ngưng',
  made: (name) => `${name} đã sẵn sàng`,
  title: 'Tổng quan',
  needs: {
    transfers: (n, isMore) => `${isMore ? 'Hơn ' : ''}${number(n)} khoản tiền vào chưa khớp link nào`,
    untold: (n, isMore) => `${isMore ? 'Hơn ' : ''}${number(n)} khoản thanh toán chưa báo được cho hệ thống của bạn`,
    none: 'Không có việc nào cần xử lý',
    banks: (n) => `Đã kết nối ${number(n)} tài khoản ngân hàng`,
    no_bank: 'Chưa kết nối tài khoản ngân hàng nào',
  },
  latest: 'Thanh toán mới nhất',
  latest_none: 'Chưa có khoản tiền nào vào',
  no_link: 'không thuộc link nào',
  all_links: 'Mọi link thanh toán',
  first_run: 'Từ đầu đến khoản thanh toán đầu tiên',
  steps: {
    workspace: 'Tạo không gian làm việc',
    bank: 'Kết nối tài khoản ngân hàng',
    link: 'Tạo link thanh toán',
    paid: 'Nhận khoản thanh toán đầu tiên',
    told: 'Hệ thống của bạn được báo',
  },
  step_advice: {
    bank: 'Tài khoản mà khách hàng chuyển tiền vào.',
    link: 'Trang có mã QR để khách hàng thanh toán bằng chuyển khoản.',
    paid: 'Mở link và thanh toán. Ở môi trường thử nghiệm, ngân hàng được mô phỏng.',
    told: 'Địa chỉ callback của bạn trả lời 200 cho một yêu cầu có chữ ký.',
  },
  step_do: { bank: 'Kết nối', link: 'Tạo link', paid: 'Mở link', told: 'Xem diễn biến' },
  step_done: 'Xong',
  progress: (done, of) => `Đã xong ${done}/${of}`,
};
