import type { Texts } from '../use_texts';

export const developers: Texts['developers'] = {
  title: 'Nhà phát triển',
  ids: 'Địa chỉ và mã',
  ids_advice: 'Những gì chương trình của bạn cần để gọi API cho không gian làm việc này.',
  base_url: 'Địa chỉ API',
  workspace_id: 'Mã không gian làm việc',
  account_id: (account) => `Mã của ${account}`,
  tokens: 'API token',
  reference: 'Tài liệu API',
  description: 'Tệp OpenAPI',
  key: 'Khóa ký',
  key_advice:
    'Mọi callback đều được ký bằng khóa này. Hãy kiểm tra chữ ký trước khi tin một callback: ai có khóa đều có thể giả mạo.',
  key_show: 'Hiện khóa',
  key_hidden: 'Xem và thay khóa cần nhập lại mật khẩu và được ghi vào nhật ký.',
  key_current: 'Khóa hiện tại',
  key_previous: 'Khóa trước',
  key_made: 'Tạo lúc',
  key_until: 'Callback ký bằng khóa này có thể đến cho tới',
  key_no_end: 'Ký mọi callback từ bây giờ',
  key_whole: 'Hiện đầy đủ khóa',
  key_short: 'Ẩn khóa',
  rotate: 'Thay khóa',
  rotate_title: 'Thay khóa ký?',
  rotate_effects: {
    new_key: 'Các khoản thanh toán từ bây giờ được ký bằng khóa mới.',
    current: (until) =>
      `Khóa hiện tại trở thành khóa trước. Callback đã ký bằng khóa đó có thể đến cho tới ${until}: đến lúc đó hãy kiểm tra bằng cả hai khóa.`,
    previous: (until) =>
      `Khóa trước nữa, vốn có hiệu lực đến ${until}, dừng ngay. Callback đã ký bằng khóa đó sẽ được ký lại nếu gửi lại.`,
    no_previous: 'Không có khóa cũ hơn nào bị dừng.',
  },
  rotated: 'Khóa mới được dùng từ bây giờ',
  new_key: 'Khóa ký mới của bạn',
  new_key_advice: (until) =>
    `Hãy đưa ngay vào hệ thống của bạn, bên cạnh khóa trước: callback với chữ ký cũ có thể đến cho tới ${until}.`,
  new_key_done: 'Hệ thống đã có cả hai khóa',
  verify: 'Kiểm tra callback và webhook',
  verify_advice:
    'Chương trình nhận hoàn chỉnh, chỉ dùng thư viện chuẩn. Sao chép rồi thay phần lưu trữ bằng bảng của bạn.',
  languages: 'Ngôn ngữ lập trình',
  code: (language) => `Chương trình nhận bằng ${language}`,
  copy_code: 'Sao chép',
  code_name: 'mã nguồn',
  cli: 'Dòng lệnh',
  cli_advice: 'Làm những việc này từ dòng lệnh. Token là một API token của bạn.',
  cli_lines: 'Các lệnh',
  cli_verify: 'Thử chương trình nhận của bạn với callback thật và callback giả mạo:',
};
