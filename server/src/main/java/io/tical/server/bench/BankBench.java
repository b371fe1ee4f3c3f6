package io.tical.server.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;

/**
 * Measures statements of the bank: a preview, an import that is matched with payins beside payouts, and a month of entries of which most are
 * noise.
 */
record BankBench(Bench.Plan plan, Report report, ServiceProcess service, BenchDatabase engine, AtomicLong numbers) {
    private static final int LINES = 100_000;
    private static final int PAYINS = 10_000;
    private static final int PREVIEWED = 10_000;
    private static final int PAYOUTS_PER_SECOND = 500;
    private static final Duration WARM_UP = Duration.ofSeconds(8);
    private static final Duration BESIDE = Duration.ofSeconds(40);
    private static final int MONTH = 1_000_000;
    private static final int MONTH_DAYS = 30;
    private static final int MONTH_PAYINS = 12_000;

    /** Payins of the month that only a credit which undoes another entry has the amount of. */
    private static final int UNPAID = 500;

    private static final long MONTH_FROM = 20_000_000;
    private static final ZoneId ZONE = ZoneId.of("Asia/Bangkok");
    private static final String TREE = "/admin/v1/bank-statements";

    void measure() throws IOException, InterruptedException {
        var merchants = Payer.create(service, engine, 10, 20);
        var client = new LoadClient(service.port(), plan.connections());
        report.checked(client.run(WARM_UP, 201, Payer.payouts(merchants, numbers)));
        var operator = BenchOperator.administrator(service, "admin");
        for (int round = 1; round <= plan.rounds(); round++) {
            report.say("Round %d of %d: %,d payins…", round, plan.rounds(), PAYINS);
            var amounts = payins(client, merchants.getFirst(), "bank-" + round, PAYINS, 1_000_000L * round);
            preview(operator, round);
            imported(operator, client, merchants, amounts, round);
        }
        month(operator, payins(client, merchants.getFirst(), "month", MONTH_PAYINS, MONTH_FROM));
        var preview = report.median("preview of 10,000 lines, s");
        report.judge("preview of 10,000 lines", preview, "s", preview <= 2, "2 s or less");
        var imported = report.median("100,000 lines imported and matched beside payouts, s");
        report.judge("100,000 lines imported and matched", imported, "s", imported <= 20, "20 s or less");
    }

    /** Creates payins with amounts of their own, and returns what their payers were asked to transfer, in the order of their references. */
    private List<Long> payins(LoadClient client, Payer merchant, String name, int count, long from) throws IOException {
        var number = new AtomicLong();
        report.checked(client.run(count, 201, () -> {
            var next = number.incrementAndGet();
            var reference = String.format(Locale.ROOT, "%s-%06d", name, next);
            return merchant.post(
                    "/v1/payins",
                    reference,
                    "{\"order_ref\":\"" + reference + "\",\"amount\":" + (from + 100 * next)
                            + ",\"currency\":\"THB\"}");
        }));
        return numbers(
                "SELECT transfer_amount FROM payin WHERE merchant_ref LIKE '" + name + "-%' ORDER BY merchant_ref");
    }

    private List<Long> numbers(String sql) throws IOException {
        try (var connections = engine.connections(1);
                var connection = connections.getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var numbers = new ArrayList<Long>();
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
            return numbers;
        } catch (SQLException e) {
            throw new IOException("the database could not be read", e);
        }
    }

    private long number(String sql) throws IOException {
        return numbers(sql).getFirst();
    }

    /**
     * Imports a month, the last day of which has the payments of payins. The days before have the same amounts, when no payin held them; the
     * last day also has payments that came twice, credits that undo another entry, and amounts beside those of payins.
     */
    private void month(BenchOperator operator, List<Long> amounts) throws IOException, InterruptedException {
        var today = LocalDate.now(ZONE);
        var perDay = MONTH / MONTH_DAYS;
        report.say("A month of %,d entries…", MONTH);
        var begin = System.nanoTime();
        for (int back = MONTH_DAYS - 1; back > 0; back--) {
            var text = new Statement("M" + back, today.minusDays(back));
            for (int line = 0; line < perDay; line++) {
                text.add(
                        line % 3 == 0 ? amounts.get((line * 7 + back) % amounts.size()) : foreign(line),
                        "N" + back + "-" + line,
                        false);
            }
            importNow(operator, text.packed(account()));
        }
        importNow(operator, lastDay(today, amounts, perDay).packed(account()));
        while (number("SELECT count(*) FROM bank_entry WHERE due_at IS NOT NULL") > 0) {
            Thread.sleep(500);
        }
        report.add("a month imported and matched, s", seconds(begin));
        var exact = amounts.size() - UNPAID;
        var right = number("""
                SELECT count(DISTINCT p.payin_id) FROM bank_entry e JOIN payin p ON p.payin_id = e.matched_id AND e.matched_type = 'payin'
                WHERE e.status = 'matched' AND split_part(e.bank_reference, ':', 2) = p.merchant_ref AND p.status = 'success'
                  AND p.merchant_ref LIKE 'month-%'
                """);
        var wrong = number("""
                SELECT count(*) FROM bank_entry e LEFT JOIN payin p ON p.payin_id = e.matched_id
                WHERE e.status = 'matched' AND (e.bank_reference LIKE 'N%' OR e.bank_reference LIKE 'X:%' OR e.bank_reference LIKE 'R:%'
                  OR (e.bank_reference LIKE '%:month-%' AND split_part(e.bank_reference, ':', 2) IS DISTINCT FROM p.merchant_ref))
                """);
        report.judge(
                "exact entries of a month that were matched",
                100.0 * right / exact,
                "%",
                right >= 0.999 * exact,
                "99.9 % or more");
        report.judge("entries of a month that were matched wrongly", (double) wrong, "", wrong == 0, "none");
    }

    /** Amounts that no payin holds. */
    private static long foreign(int line) {
        return 90_000_000_000L + 7L * line;
    }

    private Statement lastDay(LocalDate today, List<Long> amounts, int lines) {
        var held = new HashSet<>(amounts);
        var text = new Statement("M0", today);
        for (int payin = 0; payin < amounts.size(); payin++) {
            var amount = amounts.get(payin);
            var name = String.format(Locale.ROOT, "month-%06d", payin + 1);
            if (payin < UNPAID) {
                text.add(amount, "R:" + name, true);
            } else {
                text.add(amount, "E:" + name, false);
            }
            if (payin % 20 == 19) {
                text.add(amount, "D:" + name, false);
            }
            if (!held.contains(amount + 1)) {
                text.add(amount + 1, "X:" + name, false);
            }
        }
        for (int line = 0; text.lines() < lines; line++) {
            text.add(line % 5 == 0 ? -foreign(line) : foreign(line), "N0-" + line, false);
        }
        return text;
    }

    private void importNow(BenchOperator operator, byte[] statement) throws IOException, InterruptedException {
        var file = send(operator, statement);
        var reply = operator.post(TREE + "/" + file + "/import", "{\"version\":1,\"accept_conflicts\":true}");
        report.expect(reply.status() == 200, "an import", reply.status());
    }

    private void preview(BenchOperator operator, int round) throws IOException, InterruptedException {
        var file = send(operator, statement("P" + round, PREVIEWED, List.of()));
        var begin = System.nanoTime();
        var shown = operator.get(TREE + "/" + file + "/preview");
        report.add("preview of 10,000 lines, s", seconds(begin));
        report.expect(shown.data().get("possible").booleanValue(), "a preview", shown.status());
    }

    private void imported(
            BenchOperator operator, LoadClient client, List<Payer> merchants, List<Long> amounts, int round)
            throws IOException, InterruptedException {
        var file = send(operator, statement("I" + round, LINES, amounts));
        var tasks = List.<Callable<Double>>of(
                () -> report.checked(client.runAt(PAYOUTS_PER_SECOND, BESIDE, 201, Payer.payouts(merchants, numbers)))
                        .perSecond(),
                () -> {
                    var begin = System.nanoTime();
                    var reply = operator.post(TREE + "/" + file + "/import", "{\"version\":1}");
                    report.expect(reply.status() == 200, "an import", reply.status());
                    report.add("100,000 lines imported beside payouts, s", seconds(begin));
                    matched(amounts.size(), round);
                    return seconds(begin);
                });
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var results = threads.invokeAll(tasks);
            report.add("payouts/s beside an import", results.getFirst().get());
            report.add(
                    "100,000 lines imported and matched beside payouts, s",
                    results.getLast().get());
        } catch (ExecutionException e) {
            throw new IOException("an import failed", e.getCause());
        }
    }

    /** Waits until all payins are paid. */
    private void matched(int payins, int round) throws IOException, InterruptedException {
        var paid = "SELECT count(*) FROM payin WHERE merchant_ref LIKE 'bank-" + round + "-%' AND status = 'success'";
        while (number(paid) < payins) {
            Thread.sleep(100);
        }
    }

    private static double seconds(long begin) {
        return (System.nanoTime() - begin) / 1e9;
    }

    private static String send(BenchOperator operator, byte[] file) throws IOException, InterruptedException {
        var reply = operator.upload(TREE + "?livemode=false&name=statement.xml", file);
        if (reply.status() != 201) {
            throw new IOException("a file was refused: " + reply.json());
        }
        return reply.data().get("id").textValue();
    }

    /** A statement of today with these amounts among others, compressed. */
    private byte[] statement(String id, int lines, List<Long> amounts) throws IOException {
        var text = new Statement(id, LocalDate.now(ZONE));
        for (int line = 0; line < lines; line++) {
            text.add(line < amounts.size() ? amounts.get(line) : 50_000_000_000L + 7L * line, id + "-" + line, false);
        }
        return text.packed(account());
    }

    /** A statement of one day as camt.053. */
    private static final class Statement {
        private final String id;
        private final LocalDate day;
        private final StringBuilder entries = new StringBuilder();
        private int lines;
        private long sum;

        Statement(String id, LocalDate day) {
            this.id = id;
            this.day = day;
        }

        int lines() {
            return lines;
        }

        /** @param reversal whether the bank says that it undoes another entry */
        void add(long amount, String reference, boolean reversal) {
            sum += amount;
            lines++;
            entries.append(String.format(
                    Locale.ROOT,
                    "<Ntry><Amt Ccy=\"THB\">%s</Amt><CdtDbtInd>%s</CdtDbtInd>%s<Sts>BOOK</Sts><BookgDt><Dt>%s</Dt></BookgDt>"
                            + "<ValDt><Dt>%s</Dt></ValDt><AcctSvcrRef>%s</AcctSvcrRef><BkTxCd><Prtry><Cd>X1</Cd></Prtry></BkTxCd>"
                            + "<AddtlNtryInf>PromptPay transfer from X%04d</AddtlNtryInf></Ntry>\n",
                    decimal(Math.abs(amount)),
                    amount < 0 ? "DBIT" : "CRDT",
                    reversal ? "<RvslInd>true</RvslInd>" : "",
                    day,
                    day,
                    reference,
                    lines % 10_000));
        }

        private static String decimal(long amount) {
            return BigDecimal.valueOf(amount, 2).toPlainString();
        }

        byte[] packed(String account) throws IOException {
            var bytes = new ByteArrayOutputStream();
            try (var packed = new GZIPOutputStream(bytes)) {
                packed.write("""
                        <?xml version="1.0" encoding="UTF-8"?>
                        <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
                        <GrpHdr><MsgId>%1$s</MsgId><CreDtTm>%2$sT23:59:00</CreDtTm></GrpHdr>
                        <Stmt><Id>%1$s</Id><CreDtTm>%2$sT23:59:00</CreDtTm><Acct><Id><Othr><Id>%3$s</Id></Othr></Id><Ccy>THB</Ccy></Acct>
                        <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="THB">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>%2$s</Dt></Dt></Bal>
                        <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="THB">%4$s</Amt><CdtDbtInd>%6$s</CdtDbtInd><Dt><Dt>%2$s</Dt></Dt></Bal>
                        %5$s</Stmt></BkToCstmrStmt></Document>
                        """.formatted(id, day, account, decimal(Math.abs(sum)), entries, sum < 0 ? "DBIT" : "CRDT")
                        .getBytes(StandardCharsets.UTF_8));
            }
            return bytes.toByteArray();
        }
    }

    /** The number of the account's test account. */
    private String account() throws IOException {
        return "TEST" + text("SELECT account_no FROM collection_account WHERE currency = 'THB'");
    }

    private String text(String sql) throws IOException {
        try (var connections = engine.connections(1);
                var connection = connections.getConnection();
                var rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new IOException("the database could not be read", e);
        }
    }
}
