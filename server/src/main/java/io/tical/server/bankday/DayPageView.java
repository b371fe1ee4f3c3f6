package io.tical.server.bankday;

import io.tical.common.CurrencyProfile;
import io.tical.common.admin.BankDays.Detail;
import io.tical.server.collection.CollectionAccount;
import io.tical.server.currency.Currencies;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A day as a page for printing: HTML without scripts. Every text of others is escaped. */
final class DayPageView {
    private static final String STYLE = """
            :root{--ink:#0b1f33;--ink-2:#40566b;--line:#dce3ea}
            *{box-sizing:border-box}
            body{margin:0 auto;padding:48px 32px;max-width:760px;color:var(--ink);background:#fff;
            font:14px/1.5 system-ui,"Noto Sans Thai",sans-serif;font-variant-numeric:tabular-nums}
            h1{margin:0;font-size:28px;line-height:1.25;font-weight:600}
            h2{margin:32px 0 8px;font-size:16px;font-weight:600}
            p{margin:4px 0;color:var(--ink-2)}
            .lede{font-size:20px;color:var(--ink);margin:16px 0 0}
            table{width:100%;border-collapse:collapse}
            td,th{padding:6px 0;text-align:left;font-weight:400;border-bottom:1px solid var(--line)}
            th{color:var(--ink-2);font-size:12px}
            td+td,th+th{text-align:right;padding-left:16px;white-space:nowrap}
            tr.sum td{font-weight:600;border-bottom:0;border-top:2px solid var(--ink)}
            code{font:12px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
            @page{size:A4;margin:16mm}
            @media print{body{padding:0;max-width:none}table,section{break-inside:avoid}}
            """;

    private final int scale;
    private final String currency;
    private final StringBuilder html = new StringBuilder(8 * 1024);

    private DayPageView(int scale, String currency) {
        this.scale = scale;
        this.currency = currency;
    }

    static byte[] html(CollectionAccount account, Detail detail, Currencies currencies) {
        var scale =
                currencies.find(account.currency()).map(CurrencyProfile::scale).orElse(0);
        return new DayPageView(scale, account.currency()).of(account, detail).getBytes(StandardCharsets.UTF_8);
    }

    private String of(CollectionAccount account, Detail detail) {
        var day = detail.day();
        var name = account.bankCode() + " " + account.accountNo();
        html.append("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>")
                .append(escaped(name + " " + day.day()))
                .append("</title><style>")
                .append(STYLE)
                .append("</style><body><h1>")
                .append(escaped(name))
                .append("</h1><p>")
                .append(escaped(account.holderName() + " · " + currency + (day.livemode() ? "" : " · test")))
                .append("</p><p class=\"lede\">")
                .append(escaped(day.day() + " · " + (day.status().equals("closed") ? "closed" : "not closed")))
                .append("</p><p>")
                .append(escaped(
                        count(day.entries() - day.open()) + " of " + count(day.entries()) + " entries explained"))
                .append("</p>");
        bank(detail);
        ledger(detail);
        seals(detail);
        return html.append("</body></html>\n").toString();
    }

    private void bank(Detail detail) {
        html.append("<section><h2>The bank</h2><table>");
        head("", "Entries", "Amount");
        row("Opening balance", "", money(detail.opening()));
        for (var line : detail.lines()) {
            row(words(line.kind()), count(line.count()), money(line.amount()));
        }
        sum("Closing balance", count(detail.day().entries()), money(detail.closing()));
        html.append("</table></section>");
    }

    private void ledger(Detail detail) {
        var ledger = detail.ledger();
        if (ledger == null) {
            return;
        }
        html.append("<section><h2>The ledger and the differences</h2><table>");
        head("", "Today", "At the end of the day");
        row("Balance by the ledger", money(ledger.closing() - ledger.opening()), money(ledger.closing()));
        for (var difference : detail.differences()) {
            row(words(difference.kind()), money(difference.today()), money(difference.carried()));
        }
        sum("Closing balance of the bank", "", money(detail.closing()));
        html.append("</table></section>");
    }

    private void seals(Detail detail) {
        if (detail.seals().isEmpty()) {
            return;
        }
        html.append("<section><h2>Seals</h2><table>");
        for (var seal : detail.seals()) {
            html.append("<tr><td>")
                    .append(escaped("No. " + seal.number() + ", " + seal.kind() + " "
                            + Instant.ofEpochSecond(seal.sealedAt()) + " by "
                            + (seal.askedBy() == null ? "" : seal.askedBy() + " and ") + seal.madeBy()))
                    .append("<br><code>")
                    .append(escaped(seal.head()))
                    .append("</code>")
                    .append(seal.note() == null ? "" : "<br>" + escaped(seal.note()))
                    .append("</td></tr>");
        }
        html.append("</table></section>");
    }

    private void head(String... cells) {
        html.append("<tr>");
        for (var cell : cells) {
            html.append("<th>").append(escaped(cell)).append("</th>");
        }
        html.append("</tr>");
    }

    private void row(String... cells) {
        cells("<tr>", cells);
    }

    private void sum(String... cells) {
        cells("<tr class=\"sum\">", cells);
    }

    private void cells(String begin, String... cells) {
        html.append(begin);
        for (var cell : cells) {
            html.append("<td>").append(escaped(cell)).append("</td>");
        }
        html.append("</tr>");
    }

    private String money(@Nullable Long minor) {
        return minor == null
                ? "not known"
                : String.format(Locale.ROOT, "%,." + scale + "f", BigDecimal.valueOf(minor, scale)) + " " + currency;
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** A kind in words. */
    private static String words(String kind) {
        var text = kind.replace('_', ' ');
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
