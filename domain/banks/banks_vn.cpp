#include "domain/banks/bank.hpp"

#include "domain/values/ascii.hpp"

#include <algorithm>
#include <array>

namespace paylink {

namespace {

// Codes and BINs of the public VietQR list and of the State Bank's. Short codes differ between lists, so the BIN is
// what tells banks apart.
constexpr std::array<bank_info, 71> built_in{{
    {"CIMB", "422589", "CIMB", "Ngân hàng TNHH MTV CIMB Việt Nam"},
    {"HSBC", "458761", "HSBC", "Ngân hàng TNHH MTV HSBC (Việt Nam)"},
    {"CITIBANK", "533948", "Citibank", "Ngân hàng Citibank, N.A. - Chi nhánh Hà Nội"},
    {"CAKE", "546034", "CAKE", "Ngân hàng số CAKE by VPBank"},
    {"Ubank", "546035", "Ubank", "Ngân hàng số Ubank by VPBank"},
    {"KBank", "668888", "KBank", "Ngân hàng Đại chúng TNHH KASIKORNBANK - CN TP. Hồ Chí Minh"},
    {"DBS", "796500", "DBSBank", "NH TNHH MTV Phát triển Singapore - Chi nhánh TP. Hồ Chí Minh"},
    {"NHBHN", "801011", "Nonghyup", "Ngân hàng Nonghyup - Chi nhánh Hà Nội"},
    {"LIOBANK", "963369", "Liobank", "Ngân hàng số Liobank - Ngân hàng TMCP Phương Đông"},
    {"TIMO", "963388", "Timo", "Ngân hàng số Timo by Bản Việt"},
    {"SGICB", "970400", "SaigonBank", "Ngân hàng TMCP Sài Gòn Công Thương"},
    {"STB", "970403", "Sacombank", "Ngân hàng TMCP Sài Gòn Thương Tín"},
    {"VBA", "970405", "Agribank", "Ngân hàng Nông nghiệp và Phát triển Nông thôn Việt Nam"},
    // Some lists give Vikki Bank 970461; accounts of DongA Bank kept 970406 when it was renamed.
    {"DOB", "970406", "Vikki Bank", "Ngân hàng TNHH MTV Số Vikki, trước đây Ngân hàng TMCP Đông Á", "DongABank"},
    {"TCB", "970407", "Techcombank", "Ngân hàng TMCP Kỹ thương Việt Nam"},
    {"GPB", "970408", "GPBank", "Ngân hàng Thương mại TNHH MTV Kỷ Nguyên Thịnh Vượng"},
    {"BAB", "970409", "BacABank", "Ngân hàng TMCP Bắc Á"},
    {"SCVN", "970410", "StandardChartered", "Ngân hàng TNHH MTV Standard Chartered Bank Việt Nam"},
    {"PVCB", "970412", "PVcomBank", "Ngân hàng TMCP Đại Chúng Việt Nam"},
    {"Oceanbank", "970414", "MBV", "Ngân hàng TNHH MTV Việt Nam Hiện Đại, trước đây Ngân hàng TM TNHH MTV Đại Dương",
     "Oceanbank"},
    {"ICB", "970415", "VietinBank", "Ngân hàng TMCP Công thương Việt Nam"},
    {"ACB", "970416", "ACB", "Ngân hàng TMCP Á Châu"},
    {"BIDV", "970418", "BIDV", "Ngân hàng TMCP Đầu tư và Phát triển Việt Nam"},
    {"NCB", "970419", "NCB", "Ngân hàng TMCP Quốc Dân"},
    {"VRB", "970421", "VRB", "Ngân hàng Liên doanh Việt - Nga"},
    {"MB", "970422", "MBBank", "Ngân hàng TMCP Quân đội"},
    {"TPB", "970423", "TPBank", "Ngân hàng TMCP Tiên Phong"},
    {"SHBVN", "970424", "ShinhanBank", "Ngân hàng TNHH MTV Shinhan Việt Nam"},
    {"ABB", "970425", "ABBANK", "Ngân hàng TMCP An Bình"},
    {"MSB", "970426", "MSB", "Ngân hàng TMCP Hàng Hải"},
    {"VAB", "970427", "VietABank", "Ngân hàng TMCP Việt Á"},
    {"NAB", "970428", "NamABank", "Ngân hàng TMCP Nam Á"},
    {"SCB", "970429", "SCB", "Ngân hàng TMCP Sài Gòn"},
    {"PGB", "970430", "PGBank", "Ngân hàng TMCP Thịnh vượng và Phát triển"},
    {"EIB", "970431", "Eximbank", "Ngân hàng TMCP Xuất Nhập khẩu Việt Nam"},
    {"VPB", "970432", "VPBank", "Ngân hàng TMCP Việt Nam Thịnh Vượng"},
    {"VIETBANK", "970433", "VietBank", "Ngân hàng TMCP Việt Nam Thương Tín"},
    {"IVB", "970434", "IndovinaBank", "Ngân hàng TNHH Indovina"},
    {"VCB", "970436", "Vietcombank", "Ngân hàng TMCP Ngoại Thương Việt Nam"},
    {"HDB", "970437", "HDBank", "Ngân hàng TMCP Phát triển TP. Hồ Chí Minh"},
    {"BVB", "970438", "BaoVietBank", "Ngân hàng TMCP Bảo Việt"},
    {"PBVN", "970439", "PublicBank", "Ngân hàng TNHH MTV Public Việt Nam"},
    {"SEAB", "970440", "SeABank", "Ngân hàng TMCP Đông Nam Á"},
    {"VIB", "970441", "VIB", "Ngân hàng TMCP Quốc tế Việt Nam"},
    {"HLBVN", "970442", "HongLeong", "Ngân hàng TNHH MTV Hong Leong Việt Nam"},
    {"SHB", "970443", "SHB", "Ngân hàng TMCP Sài Gòn - Hà Nội"},
    {"CBB", "970444", "VCBNeo", "Ngân hàng Thương mại TNHH MTV Ngoại thương Công nghệ số", "CBBank"},
    {"COOPBANK", "970446", "COOPBANK", "Ngân hàng Hợp tác xã Việt Nam"},
    {"OCB", "970448", "OCB", "Ngân hàng TMCP Phương Đông"},
    {"LPB", "970449", "LPBank", "Ngân hàng TMCP Lộc Phát Việt Nam"},
    {"KLB", "970452", "KienLongBank", "Ngân hàng TMCP Kiên Long"},
    {"VCCB", "970454", "BVBank", "Ngân hàng TMCP Bản Việt", "VietCapitalBank"},
    {"IBKHN", "970455", "IBKHN", "Ngân hàng Công nghiệp Hàn Quốc - Chi nhánh Hà Nội"},
    {"IBKHCM", "970456", "IBKHCM", "Ngân hàng Công nghiệp Hàn Quốc - Chi nhánh TP. Hồ Chí Minh"},
    {"WVN", "970457", "Woori", "Ngân hàng TNHH MTV Woori Việt Nam"},
    {"UOB", "970458", "UnitedOverseas", "Ngân hàng United Overseas Bank Việt Nam"},
    {"", "970459", "Ngân hàng TNHH Một Thành Viên CIMB Việt Nam", "Ngân hàng TNHH Một Thành Viên CIMB Việt Nam"},
    {"", "970460", "Công ty Tài chính cổ phần Xi Măng", "Công ty Tài chính cổ phần Xi Măng"},
    {"KBHN", "970462", "KookminHN", "Ngân hàng Kookmin - Chi nhánh Hà Nội"},
    {"KBHCM", "970463", "KookminHCM", "Ngân hàng Kookmin - Chi nhánh TP. Hồ Chí Minh"},
    {"", "970464", "Công ty Tài chính TNHH MTV CỘNG ĐỒNG", "Công ty Tài chính TNHH MTV CỘNG ĐỒNG"},
    {"", "970465", "Ngân hàng SINOPAC - Chi nhánh Tp. Hồ Chí Minh", "Ngân hàng SINOPAC - Chi nhánh Tp. Hồ Chí Minh"},
    {"KEBHANAHCM", "970466", "KEBHanaHCM", "Ngân hàng KEB Hana - Chi nhánh TP. Hồ Chí Minh"},
    {"KEBHANAHN", "970467", "KEBHANAHN", "Ngân hàng KEB Hana - Chi nhánh Hà Nội"},
    {"", "970468", "Công ty Tài chính TNHH MTV Mirae Asset (Việt Nam)",
     "Công ty Tài chính TNHH MTV Mirae Asset (Việt Nam)"},
    {"", "970470", "Công ty Tài chính TNHH MB SHINSEI", "Công ty Tài chính TNHH MB SHINSEI"},
    {"VTLMONEY", "971005", "ViettelMoney", "Viettel Money (Tổng Công ty Dịch vụ số Viettel)"},
    {"VNPTMONEY", "971011", "VNPTMoney", "VNPT Money"},
    {"MOMO", "971025", "MoMo", "CTCP Dịch Vụ Di Động Trực Tuyến (ví MoMo)"},
    {"MAFC", "977777", "MAFC", "Công ty Tài chính TNHH MTV Mirae Asset (Việt Nam)"},
    {"VBSP", "999888", "VBSP", "Ngân hàng Chính sách Xã hội"},
}};

static_assert(std::ranges::is_sorted(built_in, std::ranges::less{}, &bank_info::bin),
              "find_bank_by_bin() halves the table");
static_assert(std::ranges::all_of(built_in,
                                  [](const bank_info& bank) { return bank.bin.size() == 6 && !bank.name_vi.empty(); }));

/// The banks of this process.
struct bank_table {
  std::vector<bank_correction> kept; ///< The rows of `corrected` look into these texts.
  std::vector<bank_info> corrected;
  std::span<const bank_info> rows{built_in};
};

bank_table& table() {
  static bank_table one;
  return one;
}

/// The letters and digits of a name, in lower case; what is not ASCII counts as a letter.
std::string folded(std::string_view name) {
  std::string kept;
  for (const char c : name) {
    const char lower = ascii_lower(c);
    if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9') || (lower & 0x80) != 0) kept += lower;
  }
  return kept;
}

/// How an error names a bank.
std::string called(const bank_info& bank) { return std::string{bank.code.empty() ? bank.short_name : bank.code}; }

/// The bank, other than `own`, that has this name in any of its spellings; null: none.
const bank_info* bank_with_name(std::span<const bank_info> banks, const bank_info& own, std::string_view name) {
  const auto wanted = folded(name);
  for (const auto& bank : banks)
    for (const auto spelling : {&bank_info::code, &bank_info::short_name, &bank_info::name_vi, &bank_info::former_name})
      if (&bank != &own && folded(bank.*spelling) == wanted) return &bank;
  return nullptr;
}

} // namespace

std::string correct_banks(std::span<const bank_correction> corrections, std::string& faulty) {
  auto& now = table();
  now.rows = built_in;
  now.kept.assign(corrections.begin(), corrections.end());
  now.corrected.assign(built_in.begin(), built_in.end());
  for (const auto& given : now.kept) {
    faulty = given.code;
    auto found = std::ranges::find_if(
        now.corrected, [&](const bank_info& bank) { return ascii_lowered(bank.code) == ascii_lowered(given.code); });
    if (found == now.corrected.end()) {
      if (given.name.empty()) return "name is missing: no bank has the code " + given.code;
      if (given.bin.empty()) return "bin is missing: no bank has the code " + given.code;
      found = now.corrected.insert(now.corrected.end(), {given.code, given.bin, given.name, given.name});
    }
    if (!given.name.empty()) {
      if (found->former_name.empty()) found->former_name = found->short_name;
      found->short_name = given.name;
    }
    if (!given.bin.empty()) found->bin = given.bin;
  }
  std::ranges::sort(now.corrected, {}, &bank_info::bin);
  const auto twice = std::ranges::adjacent_find(now.corrected, {}, &bank_info::bin);
  if (twice != now.corrected.end()) {
    const auto by = std::ranges::find(now.kept, twice->bin, &bank_correction::bin);
    faulty = by->code;
    const auto& other = ascii_lowered(twice->code) == ascii_lowered(by->code) ? *std::next(twice) : *twice;
    return "bin is also that of " + called(other);
  }
  // After all corrections: a name that one of them has given to its bank is as much another's. Payers would read that
  // their money goes there.
  for (const auto& given : now.kept) {
    if (given.name.empty()) continue;
    const auto own = std::ranges::find_if(
        now.corrected, [&](const bank_info& bank) { return ascii_lowered(bank.code) == ascii_lowered(given.code); });
    faulty = given.code;
    if (folded(given.name).empty()) return "name has neither a letter nor a digit";
    if (const auto* other = bank_with_name(now.corrected, *own, given.name))
      return "name is also that of " + called(*other);
  }
  faulty.clear();
  now.rows = now.corrected;
  return {};
}

std::span<const bank_info> all_banks() { return table().rows; }

const bank_info* find_bank(std::string_view code) {
  if (code.empty()) return nullptr;
  const auto banks = all_banks();
  const auto found = std::ranges::find(banks, code, &bank_info::code);
  return found == banks.end() ? nullptr : &*found;
}

const bank_info* find_bank_by_bin(std::string_view bin) {
  const auto banks = all_banks();
  const auto found = std::ranges::lower_bound(banks, bin, std::ranges::less{}, &bank_info::bin);
  return found == banks.end() || found->bin != bin ? nullptr : &*found;
}

const bank_info* find_bank_by_name(std::string_view name) {
  const auto wanted = folded(name);
  if (wanted.empty()) return nullptr;
  for (const auto spelling : {&bank_info::code, &bank_info::short_name, &bank_info::former_name})
    for (const auto& bank : all_banks())
      if (folded(bank.*spelling) == wanted) return &bank;
  return nullptr;
}

} // namespace paylink
