package io.tical.server.bank;

import io.tical.common.Word;
import io.tical.db.Row;
import io.tical.server.bank.AccountEntry.Category;
import io.tical.server.ledger.Finding;
import io.tical.server.ledger.MoneyAudit;
import java.util.List;
import java.util.Map;

/**
 * The expected transfers of the postings of entries: one of the amount of the entry, and the opposite one if it was reversed. An entry that is
 * allocated with a posting has exactly one that counts, of its amount and category; every other entry has none. Entries that were allocated before
 * there were postings name none, and need none.
 */
final class BankPostingAudit implements MoneyAudit {
    @Override
    public List<String> tables() {
        return List.of(BankPosting.TABLE);
    }

    @Override
    public List<String> contradictions() {
        return List.of("""
                SELECT coalesce(p.organization_id, '00000000-0000-0000-0000-000000000000') AS organization_id, coalesce(p.livemode, e.livemode) AS livemode,
                       'bank_entry ' || coalesce(e.bank_entry_id, p.bank_entry_id) AS place, 'bank_posting' AS in_table,
                       CASE WHEN e.bank_entry_id IS NULL THEN 'no posting that counts, because the entry names none'
                            ELSE 'the posting ' || e.matched_id || ' of ' || e.amount || ' ' || e.currency || ' as ' || coalesce(e.reason, 'nothing')
                       END AS expected,
                       CASE WHEN p.bank_posting_id IS NULL THEN 'none'
                            ELSE p.bank_posting_id || ' of ' || p.amount || ' ' || p.currency || ' as ' || p.category
                       END AS found
                FROM (SELECT * FROM bank_entry WHERE matched_type = 'posting') e
                FULL JOIN (SELECT * FROM bank_posting WHERE status = 'posted') p
                  ON p.bank_entry_id = e.bank_entry_id AND p.bank_posting_id = e.matched_id AND p.organization_id = e.matched_organization
                WHERE (e.livemode, e.currency, e.amount, e.reason, e.status)
                      IS DISTINCT FROM (p.livemode, p.currency, p.amount, p.category, 'allocated')
                """);
    }

    @Override
    public String ofTouched() {
        return """
                bank_entry AS MATERIALIZED (
                    SELECT e.* FROM bank_entry e
                    WHERE bank_entry_id IN (
                        SELECT p.bank_entry_id FROM touched t JOIN bank_posting p
                          ON p.organization_id = t.organization_id AND p.livemode = t.livemode AND p.bank_posting_id = t.id)),
                bank_posting AS (
                    SELECT p.* FROM bank_posting p WHERE bank_entry_id IN (SELECT bank_entry_id FROM bank_entry))
                """;
    }

    @Override
    public Posted posted() {
        return new Posted(BankPosting.TABLE, "SELECT * FROM bank_posting p", BankPostingAudit::expected);
    }

    private static Expected expected(Row row) {
        var category = word(row, Category.class, "category");
        var status = word(row, BankPosting.Status.class, "status");
        var amount = row.number("amount");
        var moved = Math.absExact(amount);
        var posting = BankPosting.type(category, amount);
        return new Expected.ByPosting(
                switch (status) {
                    case POSTED -> Map.of(posting, moved);
                    case REVERSED ->
                        Map.of(posting, moved, BankPosting.type(category, Math.negateExact(amount)), moved);
                });
    }

    private static <W extends Enum<W> & Word> W word(Row row, Class<W> type, String column) {
        return Word.find(type, row.text(column))
                .orElseThrow(() -> new Finding.Found(
                        BankPosting.TABLE,
                        Finding.row(row.uuid("organization_id"), row.flag("livemode")) + "bank_posting "
                                + row.uuid("bank_posting_id") + " " + column,
                        "a " + column,
                        row.text(column)));
    }
}
