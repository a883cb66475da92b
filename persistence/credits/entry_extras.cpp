#include "domain/banks/recorded_text.hpp"
#include "persistence/context/writing.hpp"
#include "persistence/credits/entry_writes.hpp"

namespace paylink {
namespace {

const sql_statement<void(sql_text, sql_number, sql_number)> note_import_sql{
    "UPDATE transactions SET imported_by = :by, unproved = :unproved WHERE row = :row"};

const sql_statement<void(sql_number, sql_number)> insert_balance_sql{
    "INSERT INTO transaction_balances (transaction_row, dong) VALUES (:transaction, :dong)"};

const sql_statement<void(sql_number, sql_text)> insert_text_sql{
    "INSERT INTO transaction_texts (transaction_row, content) VALUES (:transaction, :content)"};

const sql_statement<void(sql_number)> drop_text_sql{
    "DELETE FROM transaction_texts WHERE transaction_row = :transaction"};

const sql_statement<sql_row<sql_text>(sql_number)> find_known_text_sql{
    "SELECT COALESCE(x.content, t.content) FROM transactions t LEFT JOIN transaction_texts x ON x.transaction_row = "
    "t.row WHERE t.row = :row"};

} // namespace

void keep_beside(writing& at, const bank_entry& entry, std::int64_t transaction_row) {
  if (!entry.imported_by.empty())
    at.db[note_import_sql].run(entry.imported_by, std::int64_t{entry.is_unproved}, transaction_row);
  if (entry.balance_after) at.db[insert_balance_sql].run(transaction_row, *entry.balance_after);
  if (const auto text = text_beside(entry); !text.empty()) at.db[insert_text_sql].run(transaction_row, text);
}

void replace_text_beside(writing& at, std::int64_t transaction_row, std::string_view text) {
  at.db[drop_text_sql].run(transaction_row);
  if (!text.empty()) at.db[insert_text_sql].run(transaction_row, text);
}

void keep_verification_texts(writing& at, const bank_entry& entry, std::int64_t transaction_row) {
  if (!hides_verification_text({}, entry)) return;
  auto& found = at.db[find_known_text_sql];
  if (!found.first(transaction_row)) return;
  const std::string known{found.column<0>().view()};
  if (!hides_verification_text(known, entry) || known.find(entry.searched_text()) != known.npos) return;
  replace_text_beside(at, transaction_row, known + '\n' + entry.searched_text());
}

} // namespace paylink
