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
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;

/** Measures statements of the bank: a preview, and an import that is matched with payins beside payouts. */
record BankBench(Bench.Plan plan, Report report, ServiceProcess service, BenchDatabase engine, AtomicLong numbers) {
    private static final int LINES = 100_000;
    private static final int PAYINS = 10_000;
    private static final int PREVIEWED = 10_000;
    private static final int PAYOUTS_PER_SECOND = 500;
    private static final Duration WARM_UP = Duration.ofSeconds(8);
    private static final Duration BESIDE = Duration.ofSeconds(40);
    private static final String TREE = "/admin/v1/bank-statements";

    void measure() throws IOException, InterruptedException {
        var merchants = Payer.create(service, engine, 10, 20);
        var client = new LoadClient(service.port(), plan.connections());
        report.checked(client.run(WARM_UP, 201, Payer.payouts(merchants, numbers)));
        var operator = BenchOperator.administrator(service, "admin");
        for (int round = 1; round <= plan.rounds(); round++) {
            report.say("Round %d of %d: %,d payins…", round, plan.rounds(), PAYINS);
            var amounts = payins(client, merchants.getFirst(), round);
            preview(operator, round);
            imported(operator, client, merchants, amounts, round);
        }
        var preview = report.median("preview of 10,000 lines, s");
        report.judge("preview of 10,000 lines", preview, "s", preview <= 2, "2 s or less");
        var imported = report.median("100,000 lines imported and matched beside payouts, s");
        report.judge("100,000 lines imported and matched", imported, "s", imported <= 20, "20 s or less");
    }

    /** Creates payins with amounts of their own, and returns what their payers were asked to transfer. */
    private List<Long> payins(LoadClient client, Payer merchant, int round) throws IOException {
        var number = new AtomicLong();
        report.checked(client.run(PAYINS, 201, () -> {
            var next = number.incrementAndGet();
            var name = "bank-" + round + "-" + next;
            return merchant.post(
                    "/v1/payins",
                    name,
                    "{\"order_ref\":\"" + name + "\",\"amount\":" + (1_000_000L * round + 100 * next)
                            + ",\"currency\":\"THB\"}");
        }));
        var amounts = new ArrayList<Long>();
        try (var connections = engine.connections(1);
                var connection = connections.getConnection();
                var statement = connection.prepareStatement(
                        "SELECT transfer_amount FROM payin WHERE merchant_ref LIKE ? ORDER BY payin_id")) {
            statement.setString(1, "bank-" + round + "-%");
            try (var rows = statement.executeQuery()) {
                while (rows.next()) {
                    amounts.add(rows.getLong(1));
                }
            }
        } catch (SQLException e) {
            throw new IOException("the payins could not be read", e);
        }
        return amounts;
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
        try (var connections = engine.connections(1);
                var connection = connections.getConnection();
                var statement = connection.prepareStatement(
                        "SELECT count(*) FROM payin WHERE merchant_ref LIKE ? AND status = 'success'")) {
            statement.setString(1, "bank-" + round + "-%");
            while (true) {
                try (var rows = statement.executeQuery()) {
                    rows.next();
                    if (rows.getLong(1) == payins) {
                        return;
                    }
                }
                Thread.sleep(100);
            }
        } catch (SQLException e) {
            throw new IOException("the payins could not be read", e);
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
        var day = LocalDate.now(ZoneId.of("Asia/Bangkok"));
        var text = new StringBuilder();
        var sum = 0L;
        for (int line = 0; line < lines; line++) {
            var amount = line < amounts.size() ? amounts.get(line) : 50_000_000_000L + 7L * line;
            sum += amount;
            text.append(String.format(
                    Locale.ROOT,
                    "<Ntry><Amt Ccy=\"THB\">%s</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>%s</Dt></BookgDt>"
                            + "<ValDt><Dt>%s</Dt></ValDt><AcctSvcrRef>%s-%d</AcctSvcrRef><BkTxCd><Prtry><Cd>X1</Cd></Prtry></BkTxCd>"
                            + "<AddtlNtryInf>PromptPay transfer from X%04d</AddtlNtryInf></Ntry>\n",
                    BigDecimal.valueOf(amount, 2).toPlainString(),
                    day,
                    day,
                    id,
                    line,
                    line % 10_000));
        }
        var bytes = new ByteArrayOutputStream();
        try (var packed = new GZIPOutputStream(bytes)) {
            packed.write(
                    """
                    <?xml version="1.0" encoding="UTF-8"?>
                    <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
                    <GrpHdr><MsgId>%1$s</MsgId><CreDtTm>%2$sT23:59:00</CreDtTm></GrpHdr>
                    <Stmt><Id>%1$s</Id><CreDtTm>%2$sT23:59:00</CreDtTm><Acct><Id><Othr><Id>%3$s</Id></Othr></Id><Ccy>THB</Ccy></Acct>
                    <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="THB">0.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>%2$s</Dt></Dt></Bal>
                    <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="THB">%4$s</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>%2$s</Dt></Dt></Bal>
                    %5$s</Stmt></BkToCstmrStmt></Document>
                    """.formatted(id, day, account(), BigDecimal.valueOf(sum, 2).toPlainString(), text)
                            .getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private String account() throws IOException {
        try (var connections = engine.connections(1);
                var connection = connections.getConnection();
                var rows = connection
                        .createStatement()
                        .executeQuery("SELECT account_no FROM collection_account WHERE currency = 'THB'")) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new IOException("the collection account could not be read", e);
        }
    }
}
