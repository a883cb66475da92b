import { number } from '../format';
import type { Texts } from '../use_texts';

export const attempts: Texts['attempts'] = {
  attempt: (n) => `Lần gọi ${n}`,
  told: 'đã gửi',
  next: 'Lần gọi tiếp theo',
  sending: 'Đang gửi',
  again_by: { user: 'theo yêu cầu trên trang quản lý', api_token: 'theo yêu cầu bằng API token' },
  signed_anew: { too_old: 'Ký lại vì chữ ký cũ đã quá hạn.', key_replaced: 'Ký lại vì khóa đã được thay.' },
  answered: (status, duration) => `${status} sau ${duration}`,
  no_answer: (duration) => `không có phản hồi sau ${duration}`,
  unconfirmed: 'Một lần kiểm tra chưa đủ để kết luận. Lần gọi tiếp theo sẽ kiểm tra lại trước khi ngừng gửi.',
  mend: 'Cách xử lý:',
  exchange: 'Dữ liệu đã gửi và nhận',
  sent: 'Đã gửi',
  received: 'Đã nhận',
  address: 'Địa chỉ',
  hops: 'Chuyển hướng',
  tls: 'TLS',
  nothing_received: 'Không nhận được gì.',
  body_gone: 'Nội dung không còn được lưu.',
  curl: 'Sao chép lệnh cURL',
  bulk: {
    open: 'Gửi lại…',
    counting: 'Đang đếm…',
    progress: (done, of) => `Đã gửi ${number(done)}/${number(of)}.`,
    goes_on: 'Đóng cửa sổ này thì việc gửi vẫn tiếp tục. Lần gọi bị lỗi sẽ tự được gửi lại, khoảng cách tăng dần.',
    tried: (n) => `Đã gửi ${number(n)}/${number(n)}. Kết quả của từng mục có trong danh sách.`,
    outcome: (n, failed) =>
      failed === 0
        ? `Đã gửi lại ${number(n)}/${number(n)} mục, không có mục nào thất bại.`
        : `${number(failed)}/${number(n)} mục vẫn thất bại: hãy mở một mục để xem nguyên nhân.`,
  },
};
