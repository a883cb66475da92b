import type { Texts } from '../use_texts';

export const failures: Texts['failures'] = {
  dns: {
    what: 'Không tìm thấy tên miền',
    why: 'Tên máy chủ trong địa chỉ không có bản ghi DNS.',
    mend: 'Hãy kiểm tra chính tả của địa chỉ và thời hạn của tên miền.',
  },
  connect: {
    what: 'Không kết nối được',
    why: 'Không có chương trình nào lắng nghe tại địa chỉ đó, hoặc bị tường lửa chặn.',
    mend: 'Hãy kiểm tra máy chủ đang chạy và cho phép kết nối từ bên ngoài.',
  },
  tls: {
    what: 'Chứng chỉ không được chấp nhận',
    why: 'Chứng chỉ đã hết hạn, sai tên miền hoặc thiếu chứng chỉ trung gian; hoặc máy chủ đòi chứng chỉ của bên gọi.',
    mend: 'Hãy gia hạn chứng chỉ, cấu hình máy chủ gửi đủ chuỗi chứng chỉ và không đòi chứng chỉ của bên gọi.',
  },
  timeout: {
    what: 'Không phản hồi kịp',
    why: 'Máy chủ của bạn đã nhận yêu cầu nhưng không phản hồi trong thời hạn.',
    mend: 'Hãy phản hồi 200 trước, rồi mới xử lý các việc tốn thời gian.',
  },
  blocked_destination: {
    what: 'Địa chỉ không được phép',
    why: 'Tên miền trỏ đến một địa chỉ không công khai.',
    mend: 'Hãy dùng địa chỉ truy cập được từ internet.',
  },
  redirect_rejected: {
    what: 'Không đi theo chuyển hướng',
    why: 'Chuyển hướng dẫn đến địa chỉ không được gọi, hoặc yêu cầu phương thức khác.',
    mend: 'Hãy khai báo địa chỉ cuối cùng để không cần chuyển hướng.',
  },
  http_404: {
    what: 'Không có gì tại địa chỉ này',
    why: 'Máy chủ của bạn có phản hồi nhưng không nhận ra đường dẫn. Lỗi này hay gặp sau khi triển khai bản mới.',
    mend: 'Hãy kiểm tra đường dẫn. Lỗi loại này không được tự gửi lại: hãy gửi lại thủ công.',
  },
  http_401: {
    what: 'Máy chủ của bạn yêu cầu đăng nhập',
    why: 'Lớp bảo vệ phía trước từ chối các yêu cầu không có thông tin đăng nhập.',
    mend: 'Hãy mở đường dẫn này và thay vào đó kiểm tra chữ ký.',
  },
  http_429: {
    what: 'Máy chủ của bạn quá tải',
    why: 'Máy chủ yêu cầu gửi lại sau.',
    mend: 'Hệ thống tự gửi lại. Nếu hay gặp, hãy nâng giới hạn cho các yêu cầu này.',
  },
  http_4xx: {
    what: 'Máy chủ của bạn từ chối',
    why: 'Máy chủ cho rằng yêu cầu không hợp lệ, thường do kiểm tra chữ ký thất bại.',
    mend: 'Hãy xem nhật ký của máy chủ. Lỗi loại này không được tự gửi lại: hãy gửi lại thủ công.',
  },
  http_5xx: {
    what: 'Máy chủ của bạn gặp lỗi',
    why: 'Máy chủ trả về một lỗi nội bộ.',
    mend: 'Hãy xem nhật ký của máy chủ. Hệ thống tự gửi lại, khoảng cách giữa các lần tăng dần.',
  },
  reset: {
    what: 'Kết nối bị ngắt',
    why: 'Máy chủ của bạn, hoặc lớp phía trước, đã đóng kết nối trước khi phản hồi.',
    mend: 'Hãy kiểm tra việc khởi động lại và giới hạn của proxy. Hệ thống tự gửi lại.',
  },
};
