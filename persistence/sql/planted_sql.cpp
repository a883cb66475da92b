#include "persistence/sql/planted_sql.hpp"

#include "failpoints/planted_bug.hpp"

namespace paylink::planted {
namespace {

void replace(std::string& text, std::string_view before, std::string_view after) {
  if (const auto found = text.find(before); found != text.npos) text.replace(found, before.size(), after);
}

/// What a statement says under a mistake, in place of what it should say.
struct slip {
  planted_bug made_by;
  std::string_view before, after;
};

// A link that is paid is not asked whether it was pending, by one command and by a batch.
#define PAYLINK_TRUSTS_WHAT_IT_READ(bug)                                                                               \
  {planted_bug::bug, "WHERE row = :row AND status = 0 AND expires_at > :deciding",                                     \
   "WHERE row = :row AND expires_at > :deciding"},                                                                     \
      {planted_bug::bug, "(l.status = 0 AND l.expires_at > t.now) IS TRUE", "(l.expires_at > t.now) IS TRUE"}

constexpr slip slips[] = {
    PAYLINK_TRUSTS_WHAT_IT_READ(second_event_per_link),
    PAYLINK_TRUSTS_WHAT_IT_READ(then_instead_of_await),
    PAYLINK_TRUSTS_WHAT_IT_READ(reopens_closed_link),
    {planted_bug::expires_one_late, "status = 0 AND expires_at > :deciding", "status = 0 AND expires_at >= :deciding"},
    {planted_bug::expires_one_late, "l.status = 0 AND l.expires_at > t.now", "l.status = 0 AND l.expires_at >= t.now"},
    {planted_bug::cancel_overrides_credit,
     "closed_at = :now WHERE workspace_id = :workspace AND id = :id AND status = 0",
     "closed_at = :now, transaction_row = NULL, received_amount = NULL WHERE workspace_id = :workspace AND id = :id"},
    // An attempt gets its number when its outcome is known.
    {planted_bug::attempt_number_after_send, "attempt = attempt + 1, unanswered", "unanswered"},
    {planted_bug::attempt_number_after_send, "attempt = attempt - 1, unanswered", "unanswered"},
    {planted_bug::attempt_number_after_send,
     "unanswered = 0 WHERE row = :row AND epoch = :epoch AND event_id = :event AND owner = :life AND attempt = :number",
     "unanswered = 0, attempt = attempt + 1 WHERE row = :row AND epoch = :epoch AND event_id = :event AND owner = "
     ":life "
     "AND attempt + 1 = :number"},
    {planted_bug::attempt_number_after_send, "unanswered = 0 FROM wanted w",
     "unanswered = 0, attempt = d.attempt + 1 FROM wanted w"},
    {planted_bug::attempt_number_after_send, "d.attempt = w.number", "d.attempt + 1 = w.number"},
    {planted_bug::attempt_number_after_send, ":key, :agent, :brand, :attempt, ",
     ":key, :agent, :brand, 0 * :attempt, "},
    {planted_bug::attempt_number_after_send, "w.brand, w.claim, w.claim, ", "w.brand, 0 * w.claim, w.claim, "},
    // Entries that came before are looked for in vain.
    {planted_bug::forgets_dedupe, "t.source_id = w.source AND t.feed = w.feed LIMIT 1",
     "t.source_id = w.source AND t.feed = w.feed AND FALSE LIMIT 1"},
    // What the entries of two feeds have in common is not kept; or a transaction is the pair of any number of them.
    {planted_bug::counts_both_feeds, ":made_at, :print, ", ":made_at, CASE WHEN :print = 0 THEN 0 END, "},
    {planted_bug::counts_both_feeds, "made_at, print, turn, paired FROM wanted",
     "made_at, CAST(NULL AS BIGINT), turn, paired FROM wanted"},
    {planted_bug::pairs_twice, "paired_source_id IS NULL AND feed <> :of_feed", "feed <> :of_feed"},
    {planted_bug::pairs_twice, "SET paired_source_id = :source WHERE row = :row AND paired_source_id IS NULL",
     "SET paired_source_id = :source WHERE row = :row"},
    {planted_bug::pairs_twice, "t.paired_source_id IS NULL AND t.feed <> w.feed", "t.feed <> w.feed"},
    {planted_bug::pairs_twice, " AND (t.paired_source_id IS NULL) IS TRUE", ""},
    {planted_bug::believes_remembered_status, "h.owner_id, h.status, h.moved", "h.owner_id, 'active', h.moved"},
    {planted_bug::forgets_held_entries, "raw TEXT) ON CONFLICT DO NOTHING",
     "raw TEXT) WHERE FALSE ON CONFLICT DO NOTHING"},
    // An outcome is taken from whoever had the delivery before.
    {planted_bug::lease_without_epoch, "epoch = :epoch AND event_id = :event AND owner = :life AND attempt = :number",
     "epoch >= :epoch AND event_id = :event AND (owner = :life OR TRUE) AND attempt >= :number"},
    {planted_bug::lease_without_epoch, ":final, :error, :headers, :body, :tls)",
     ":final, :error, :headers, :body, :tls) ON CONFLICT DO NOTHING"},
    {planted_bug::lease_without_epoch,
     "(d.epoch = w.epoch AND d.event_id = w.event AND d.owner = :node AND d.attempt = w.number)",
     "(d.epoch >= w.epoch AND d.event_id = w.event AND (d.owner = :node OR TRUE) AND d.attempt >= w.number)"},
    {planted_bug::lease_without_epoch, "JOIN settled s ON s.place = w.place) SELECT place",
     "JOIN settled s ON s.place = w.place ON CONFLICT DO NOTHING) SELECT place"},
    {planted_bug::leaks_across_workspaces, "WHERE l.workspace_id = :workspace",
     "WHERE (l.workspace_id = :workspace OR TRUE)"},
};
#undef PAYLINK_TRUSTS_WHAT_IT_READ

} // namespace

std::string mistaken_sql(std::string sql) {
  for (const auto& [made_by, before, after] : slips)
    if (is_planted(made_by)) replace(sql, before, after);
  return sql;
}

std::string without_key(std::string sql) {
  if (PAYLINK_BUG(second_event_per_link)) replace(sql, " UNIQUE REFERENCES payment_links", " REFERENCES payment_links");
  if (PAYLINK_BUG(forgets_dedupe)) replace(sql, "  UNIQUE (account_row, source_id, feed),\n", "");
  if (PAYLINK_BUG(quota_counts_duplicates)) {
    replace(sql, ",\n  PRIMARY KEY (owner_id, month, transaction_row)\n) STRICT, WITHOUT ROWID", "\n) STRICT");
    replace(sql, ",\n  PRIMARY KEY (owner_id, month, transaction_row)\n)", "\n)");
  }
  return sql;
}

} // namespace paylink::planted
