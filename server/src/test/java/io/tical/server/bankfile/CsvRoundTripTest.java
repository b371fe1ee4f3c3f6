package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.bankfile.BankStatement.Proof;
import io.tical.server.bankfile.CsvProfile.Form;
import io.tical.server.bankfile.CsvProfile.Role;
import java.math.BigDecimal;
import java.nio.charset.Charset;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Statements that are written in the layout of a profile are read back equal. */
class CsvRoundTripTest {
    private static final int ROUNDS = 150;
    private static final String[] MONTHS = {
        "ม.ค.", "ก.พ.", "มี.ค.", "เม.ย.", "พ.ค.", "มิ.ย.", "ก.ค.", "ส.ค.", "ก.ย.", "ต.ค.", "พ.ย.", "ธ.ค."
    };
    private static final String[] TEXTS = {
        "โอนเงิน",
        "A \"quoted\" text",
        "a, b",
        "<b>&amp;</b>",
        "=1+1",
        "a  b",
        "x;y",
        "ค่าสินค้า 1,000.00",
        "PO-7F3A01",
        "@home"
    };

    private final Random random = new Random(7);

    private record Entry(
            LocalDateTime at,
            LocalDateTime value,
            long amount,
            long balance,
            @Nullable String cheque,
            String code,
            String number,
            List<@Nullable String> texts) {}

    static List<CsvProfile> profiles() {
        return CsvProfiles.shipped();
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void aStatementIsReadAsItWasWritten(CsvProfile profile) throws Exception {
        var reader = new CsvReader(CsvProfiles.shipped());
        for (int round = 0; round < ROUNDS; round++) {
            var opening = random.nextLong(-5_000_000, 5_000_000);
            var entries = entries(profile, opening);
            var turned = profile.begins() == null && random.nextBoolean();
            if (turned) {
                Collections.reverse(entries);
            }
            var charset = Charset.forName(random.nextBoolean() ? "UTF-8" : "x-windows-874");
            var text = profile.form() == Form.HTML
                    ? html(rows(profile, opening, entries))
                    : csv(profile, rows(profile, opening, entries));
            var statement = Recorder.read(reader, text.getBytes(charset)).getFirst();
            assertThat(statement.head().format()).isEqualTo(profile.name());
            assertThat(statement.entries()).hasSameSizeAs(entries);
            for (int at = 0; at < entries.size(); at++) {
                same(profile, statement.entries().get(at), entries.get(at));
            }
            if (profile.columns().containsKey(Role.BALANCE) && entries.size() > 1) {
                assertThat(statement.foot().proof()).isEqualTo(Proof.CHAIN);
                assertThat(Objects.requireNonNull(statement.foot().closing()).amount()
                                - Objects.requireNonNull(statement.foot().opening())
                                        .amount())
                        .isEqualTo(entries.stream().mapToLong(Entry::amount).sum());
            }
        }
    }

    private void same(CsvProfile profile, BankEntry read, Entry written) {
        var columns = profile.columns();
        assertThat(read.booked()).isEqualTo(written.at().toLocalDate());
        var timed = columns.containsKey(Role.TIME) || profile.dates().getFirst().contains("H");
        assertThat(read.time()).isEqualTo(timed ? written.at().toLocalTime() : null);
        assertThat(read.value())
                .isEqualTo(
                        columns.containsKey(Role.VALUE_DATE) ? written.value().toLocalDate() : null);
        assertThat(read.amount()).isEqualTo(written.amount());
        assertThat(read.balanceAfter()).isEqualTo(columns.containsKey(Role.BALANCE) ? written.balance() : null);
        assertThat(read.references().cheque()).isEqualTo(columns.containsKey(Role.CHEQUE) ? written.cheque() : null);
        assertThat(read.code()).isEqualTo(columns.containsKey(Role.CODE) ? written.code() : null);
        assertThat(read.texts())
                .isEqualTo(written.texts().stream().filter(Objects::nonNull).toList());
    }

    private List<Entry> entries(CsvProfile profile, long opening) {
        var entries = new ArrayList<Entry>();
        var balance = opening;
        var at = LocalDateTime.of(2026, 1, 1, 0, 0, 0).plusSeconds(random.nextInt(20_000_000));
        for (int count = random.nextInt(8); count > 0; count--) {
            at = at.plusSeconds(random.nextInt(random.nextBoolean() ? 100 : 300_000));
            var amount = random.nextLong(1, 20_000_000) * (random.nextBoolean() ? 1 : -1);
            balance += amount;
            var texts = new ArrayList<@Nullable String>();
            profile.texts()
                    .forEach(_ -> texts.add(random.nextInt(4) == 0 ? null : TEXTS[random.nextInt(TEXTS.length)]));
            entries.add(new Entry(
                    at,
                    at.plusDays(random.nextInt(3) - 1),
                    amount,
                    balance,
                    random.nextInt(3) == 0 ? Integer.toString(random.nextInt(1, 99_999_999)) : null,
                    "C" + random.nextInt(10),
                    Integer.toString(random.nextInt(1, 1000)),
                    texts));
        }
        return entries;
    }

    private List<List<String>> rows(CsvProfile profile, long opening, List<Entry> entries) {
        var rows = new ArrayList<List<String>>();
        var columns = new ArrayList<>(profile.columns().entrySet());
        Collections.shuffle(columns, random);
        if (profile.begins() == null) {
            var names = new ArrayList<String>();
            columns.forEach(column -> names.add(column.getValue().names().getLast()));
            profile.texts().forEach(column -> names.add(column.names().getFirst()));
            rows.add(names);
            for (var entry : entries) {
                var cells = new ArrayList<String>();
                columns.forEach(column -> cells.add(cell(profile, column.getKey(), entry)));
                entry.texts().forEach(text -> cells.add(text == null ? "" : text));
                rows.add(cells);
            }
        } else {
            rows.add(List.of("", "", "", decimal(opening, true), "B/F", "ยอดเงินคงเหลือยกมา", "", ""));
            for (var entry : entries) {
                var cells = new ArrayList<>(Collections.nCopies(8, ""));
                for (var column : columns) {
                    cells.set(
                            Objects.requireNonNull(column.getValue().position()),
                            cell(profile, column.getKey(), entry));
                }
                for (int text = 0; text < profile.texts().size(); text++) {
                    cells.set(
                            Objects.requireNonNull(profile.texts().get(text).position()),
                            Objects.requireNonNullElse(entry.texts().get(text), ""));
                }
                rows.add(cells);
            }
        }
        return rows;
    }

    private String cell(CsvProfile profile, Role role, Entry entry) {
        var debit = entry.amount() < 0;
        var none = profile.empty().isEmpty() || random.nextBoolean()
                ? ""
                : profile.empty().getFirst();
        return switch (role) {
            case DATE -> date(profile.dates().getFirst(), entry.at());
            case TIME -> date(profile.times().getFirst(), entry.at());
            case VALUE_DATE -> date(profile.dates().getFirst(), entry.value());
            case DEBIT ->
                debit ? (profile.debitNegative() ? "-" : "") + decimal(-entry.amount(), random.nextBoolean()) : none;
            case CREDIT -> debit ? none : decimal(entry.amount(), random.nextBoolean());
            case AMOUNT -> decimal(entry.amount(), true);
            case SIGN -> debit ? profile.negative().getFirst() : "+";
            case BALANCE ->
                decimal(
                        profile.columns().containsKey(Role.BALANCE_SIGN) ? Math.abs(entry.balance()) : entry.balance(),
                        random.nextBoolean());
            case BALANCE_SIGN -> entry.balance() < 0 ? profile.negative().getFirst() : " ";
            case CODE -> entry.code();
            case CHEQUE -> entry.cheque() == null ? "00000000" : entry.cheque();
            case REFERENCE -> "";
            case NUMBER -> entry.number();
            case ACCOUNT -> "'099-0-01234-5";
            case CURRENCY -> "THB";
        };
    }

    private static String decimal(long amount, boolean grouped) {
        var decimal = BigDecimal.valueOf(amount, 2);
        return grouped ? String.format(Locale.ROOT, "%,.2f", decimal) : decimal.toPlainString();
    }

    private static String date(String form, LocalDateTime at) {
        var buddhist = form.contains("MMM") ? at.getYear() + 543 : at.getYear();
        var text = form.replace("[", "").replace("]", "");
        for (var token : Map.of(
                        "yyyy", Integer.toString(buddhist),
                        "MMM", "<" + MONTHS[at.getMonthValue() - 1] + ">",
                        "mm", String.format(Locale.ROOT, "%02d", at.getMinute()),
                        "ss", String.format(Locale.ROOT, "%02d", at.getSecond()))
                .entrySet()) {
            text = text.replace(token.getKey(), token.getValue());
        }
        text = text.replace("yy", String.format(Locale.ROOT, "%02d", at.getYear() % 100))
                .replace("M", Integer.toString(at.getMonthValue()))
                .replace("d", Integer.toString(at.getDayOfMonth()))
                .replace("H", Integer.toString(at.getHour()));
        return text.replace("<", "").replace(">", "");
    }

    private String csv(CsvProfile profile, List<List<String>> rows) {
        var end = random.nextBoolean() ? "\r\n" : "\n";
        var text = new StringBuilder();
        for (var row : rows) {
            var cells = row.stream()
                    .map(cell -> cell.contains(profile.delimiter()) || cell.contains("\"") || random.nextInt(5) == 0
                            ? '"' + cell.replace("\"", "\"\"") + '"'
                            : cell)
                    .toList();
            text.append(String.join(profile.delimiter(), cells)).append(end);
        }
        return random.nextBoolean() ? text.substring(0, text.length() - end.length()) : text.toString();
    }

    private static String html(List<List<String>> rows) {
        var text = new StringBuilder("<html><!-- a > b --><body><TABLE border='1'>");
        for (var row : rows) {
            text.append("<tr>");
            row.forEach(cell -> text.append("<td class=\"a>b\">\n")
                    .append(cell.replace("&", "&amp;").replace("<", "&#60;").replace(">", "&#x3e;"))
                    .append("\n</td>"));
            text.append("</tr>");
        }
        return text.append("</TABLE></body></html>").toString();
    }
}
