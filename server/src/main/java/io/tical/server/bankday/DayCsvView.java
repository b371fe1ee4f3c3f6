package io.tical.server.bankday;

import io.tical.common.CurrencyProfile;
import io.tical.server.bank.AccountDay;
import io.tical.server.bank.AccountDays.Explained;
import io.tical.server.currency.Currencies;
import io.tical.server.http.CsvWriter;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a day as CSV, each with what it is. Texts that a spreadsheet would take for formulas begin with an apostrophe ({@link CsvWriter}).
 */
record DayCsvView(BankDays days, Currencies currencies) {
    private static final byte[] BYTE_ORDER_MARK = "\uFEFF".getBytes(StandardCharsets.UTF_8);
    private static final List<String> HEAD = List.of(
            "id",
            "booked",
            "time",
            "amount",
            "amount_minor",
            "currency",
            "kind",
            "effect",
            "ledger_minor",
            "matched_type",
            "matched_id",
            "party_name",
            "party_account",
            "text",
            "bank_reference",
            "status",
            "reason",
            "decided_by");

    /** Passes the lines on. They are read into memory first, so that no connection waits for a client that reads slowly. */
    void write(AccountDay day, Consumer<byte[]> to) {
        var scale = currencies
                .find(days.account(day).currency())
                .map(CurrencyProfile::scale)
                .orElse(0);
        var parts = new ArrayList<byte[]>();
        var lines = new CsvWriter().line(HEAD);
        var counter = new int[1];
        days.database().snapshot(session -> {
            days.days().forEach(session, day.account(), day.day(), explained -> {
                lines.line(values(explained, scale));
                if (++counter[0] % PART_LINES == 0) {
                    parts.add(lines.take());
                }
            });
            return parts;
        });
        parts.add(lines.take());
        to.accept(BYTE_ORDER_MARK);
        parts.forEach(to);
    }

    private static final int PART_LINES = 1_000;

    private static List<@Nullable Object> values(Explained explained, int scale) {
        var entry = explained.entry();
        var kind = EntryKind.of(explained);
        var match = entry.match();
        return Arrays.asList(
                entry.id(),
                entry.booked(),
                entry.time(),
                BigDecimal.valueOf(entry.amount(), scale),
                entry.amount(),
                entry.currency(),
                kind.word(),
                kind.effect().word(),
                EntryKind.posted(explained),
                match == null ? null : match.type().word(),
                match == null ? null : match.transaction().id(),
                entry.partyName(),
                entry.partyAccount(),
                entry.text(),
                entry.bankReference(),
                entry.status().word(),
                entry.reason(),
                entry.decidedBy());
    }
}
