import { number } from '../format';
import type { Texts } from '../use_texts';

export const plan: Texts['plan'] = {
  title: 'Gói và mức sử dụng',
  used: (month) => `Giao dịch trong ${month}`,
  used_summary: (used, quota, forecast) =>
    `Đã dùng ${number(used)}/${number(quota)}; theo đà này, cuối tháng sẽ khoảng ${number(forecast)}.`,
  over: (transactions, amount) =>
    `Đã vượt hạn mức ${number(transactions)} giao dịch, thành ${amount} cho đến nay. Không có gì bị khóa.`,
  costs: (total) => `Theo đà này, chi phí cả tháng là ${total}.`,
  plans: 'Các gói',
  plans_advice:
    'Mọi gói đều có đủ tính năng, và hết hạn mức cũng không bị khóa: phần vượt được tính theo từng giao dịch.',
  month: 'mỗi tháng',
  quota: (n) => `Gồm ${number(n)} giao dịch`,
  workspaces: (n) => `${number(n)} không gian làm việc`,
  overage: (amount) => `${amount} mỗi giao dịch vượt`,
  held: 'Gói của bạn',
  waits: (day) => `Từ ${day}`,
  upgrade: 'Nâng gói',
  downgrade: 'Hạ gói',
  keep: 'Giữ gói hiện tại',
  upgrade_title: (name) => `Nâng lên gói ${name}?`,
  upgrade_effects: {
    at_once: (quota, workspaces) => `Có hiệu lực ngay: ${quota.toLowerCase()}, ${workspaces}.`,
    prices: (name, price, old) => `Giá gói ${name} áp dụng cho cả tháng này: ${price} thay cho ${old}.`,
    forecast: (total, old) => `Với số giao dịch dự kiến, tháng này tốn ${total}; nếu không đổi gói là ${old}.`,
  },
  downgrade_title: (name) => `Hạ xuống gói ${name}?`,
  downgrade_effects: {
    later: (day) => `Có hiệu lực từ ${day}. Đến lúc đó mọi thứ giữ nguyên và bạn có thể đổi ý.`,
    prices: (price, quota) => `Từ đó mỗi tháng ${price}, ${quota.toLowerCase()}.`,
    forecast: (total, old) => `Một tháng với số giao dịch như tháng này sẽ tốn ${total}; hiện tại là ${old}.`,
    workspaces: (n) => `Gói này có chỗ cho ${n}: từ bây giờ không tạo thêm quá số đó được.`,
  },
  keep_title: (name) => `Giữ gói ${name}?`,
  keep_advice: (name) => `Việc chuyển sang gói ${name} được hủy.`,
  limit: 'Bạn đang sở hữu nhiều không gian làm việc hơn gói này cho phép. Hãy xóa bớt trước.',
  changed: (name) => `Bạn đang dùng gói ${name}`,
  will_change: (name, day) => `Gói ${name} có hiệu lực từ ${day}`,
  statements: 'Bảng kê',
  statements_advice: 'Mỗi tháng một bảng. Bảng của tháng này được chốt vài phút sau khi hết tháng.',
  of_month: 'Tháng',
  of_plan: 'Gói',
  transactions: 'Giao dịch',
  overage_amount: 'Phần vượt',
  total: 'Tổng cộng',
  status: 'Trạng thái',
  statuses: { open: 'Đang mở', closed: 'Đã chốt' },
  print: 'In',
  print_of: (month) => `In bảng kê ${month}`,
};
