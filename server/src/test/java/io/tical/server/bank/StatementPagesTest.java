package io.tical.server.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Merchant;
import io.tical.server.OperatedService;
import io.tical.server.key.TransactionKey;
import io.tical.server.payin.ExpectedTransfers;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages of one statement come as several files, in any order, and are one statement. */
class StatementPagesTest extends OperatedService {
    private static final String TREE = "/admin/v1/bank-statements";
    private static final ZoneId ZONE = ZoneId.of("Asia/Bangkok");
    private static final AtomicInteger NUMBERS = new AtomicInteger(700);

    private Merchant live;

    @BeforeEach
    void newMerchant() {
        live = service.live(service.merchant());
    }

    private JsonNode account() {
        return finance.bankAccount("THB");
    }

    /** A page: what it begins with, an entry on each of these days, and what it ends with. */
    private record Page(int number, boolean last, long opening, long amount, List<LocalDate> days) {
        long closing() {
            return opening + amount * days.size();
        }
    }

    private static String satang(long minor) {
        return String.format(Locale.ROOT, "%d,%02d", minor / 100, minor % 100);
    }

    private String mt940(int statement, Page page) {
        var first = page.days().getFirst().format(DateTimeFormatter.ofPattern("yyMMdd", Locale.ROOT));
        var text = new StringBuilder(String.format(
                Locale.ROOT,
                ":20:P%d-%d\n:25:%s\n:28C:%05d/%03d\n:60%s:C%sTHB%s\n",
                statement,
                page.number(),
                account().get("account_no").asText(),
                statement,
                page.number(),
                page.number() == 1 ? "F" : "M",
                first,
                satang(page.opening())));
        for (var day : page.days()) {
            text.append(String.format(
                    Locale.ROOT,
                    ":61:%sC%sNTRFNONREF\n:86:equal on all pages\n",
                    day.format(DateTimeFormatter.ofPattern("yyMMddMMdd", Locale.ROOT)),
                    satang(page.amount())));
        }
        return text.append(String.format(
                        Locale.ROOT, ":62%s:C%sTHB%s\n-\n", page.last() ? "F" : "M", first, satang(page.closing())))
                .toString();
    }

    private String camt(int statement, Page page) {
        var entries = new StringBuilder();
        for (var day : page.days()) {
            entries.append(String.format(Locale.ROOT, """
                    <Ntry><Amt Ccy="THB">%s</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>%s</Dt></BookgDt>\
                    <BkTxCd/><AddtlNtryInf>equal on all pages</AddtlNtryInf></Ntry>""", satang(page.amount()).replace(',', '.'), day));
        }
        return String.format(
                Locale.ROOT,
                """
                <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>P%1$d-%2$d</MsgId>\
                <CreDtTm>%7$sT23:59:00+07:00</CreDtTm></GrpHdr><Stmt><Id>P%1$d</Id>\
                <StmtPgntn><PgNb>%2$d</PgNb><LastPgInd>%3$s</LastPgInd></StmtPgntn>\
                <Acct><Id><Othr><Id>%4$s</Id></Othr></Id><Ccy>THB</Ccy></Acct>\
                <Bal><Tp><CdOrPrtry><Cd>%5$s</Cd></CdOrPrtry></Tp><Amt Ccy="THB">%8$s</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>%7$s</Dt></Dt></Bal>\
                <Bal><Tp><CdOrPrtry><Cd>%6$s</Cd></CdOrPrtry></Tp><Amt Ccy="THB">%9$s</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>%7$s</Dt></Dt></Bal>\
                %10$s</Stmt></BkToCstmrStmt></Document>""",
                statement,
                page.number(),
                page.last(),
                account().get("account_no").asText(),
                page.number() == 1 ? "OPBD" : "ITBD",
                page.last() ? "CLBD" : "ITBD",
                page.days().getLast(),
                satang(page.opening()).replace(',', '.'),
                satang(page.closing()).replace(',', '.'),
                entries);
    }

    private static LocalDate ago(int days) {
        return LocalDate.now(ZONE).minusDays(days);
    }

    private String imported(String text) {
        var file = finance.upload(TREE + "?name=page.txt", text).expect(201).word("id");
        var shown = finance.get(TREE + "/" + file + "/preview").expect(200).data();
        assertThat(shown.get("possible").asBoolean()).as(shown.toString()).isTrue();
        var reply = finance.post(
                TREE + "/" + file + "/import",
                "{\"version\":" + finance.get(TREE + "/" + file).number("version") + ",\"accept_conflicts\":true}");
        if (reply.status() == 202) {
            service.approved(reply);
        } else {
            reply.expect(200);
        }
        return file;
    }

    /** A payment that a slip showed, of which no statement says anything. */
    private String credited(int daysAgo) {
        var payin = live.payin("paged-" + NUMBERS.incrementAndGet(), 81_000)
                .expect(201)
                .word("id");
        var transfer = finance.get("/admin/v1/payins/" + payin).expect(200).number("transfer_amount");
        var paid = new ExpectedTransfers.Paid(
                new TransactionKey(live.organizationId(), true, UUID.fromString(payin)),
                UUID.fromString(account().get("id").asText()),
                "THB",
                transfer,
                Instant.now().truncatedTo(ChronoUnit.MILLIS).minus(Duration.ofDays(daysAgo)),
                true);
        service.serviceDatabase().transaction(session -> {
            SlipPayments.record(session, paid);
            return paid;
        });
        return payin;
    }

    private String proof(String payin) {
        return finance.get("/admin/v1/payment-proofs/" + payin).expect(200).word("status");
    }

    private long entries(long amount) {
        return service.count("SELECT count(*) FROM bank_entry WHERE amount = " + amount + " AND status <> 'undone'");
    }

    private long complete(int statement) {
        return service.count("SELECT count(*) FROM bank_statement WHERE complete_until IS NOT NULL AND name LIKE '%"
                + statement + "'");
    }

    private List<StatementStore.Stored> complete(UUID account) {
        return service.serviceDatabase().run(session -> StatementStore.complete(session, account, true));
    }

    private List<Page> pages(long amount, int daysAgo) {
        var first = new Page(1, false, 100_000, amount, List.of(ago(daysAgo), ago(daysAgo - 1)));
        var second = new Page(2, false, first.closing(), amount, List.of(ago(daysAgo - 1), ago(daysAgo - 2)));
        return List.of(
                first,
                second,
                new Page(3, true, second.closing(), amount, List.of(ago(daysAgo - 2), ago(daysAgo - 3))));
    }

    private String text(boolean camt, int statement, Page page) {
        return camt ? camt(statement, page) : mt940(statement, page);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mt 1 2 3", "mt 3 2 1", "mt 2 3 1", "camt 1 2 3", "camt 3 1 2"})
    void pagesThatComeInAnyOrderAreOneCompleteStatement(String order) {
        var words = List.of(order.split(" "));
        var camt = words.getFirst().equals("camt");
        var statement = NUMBERS.incrementAndGet();
        var amount = 1_000 + statement;
        var pages = pages(amount, 9);
        var payin = credited(7);
        for (var number : words.subList(1, 4)) {
            assertThat(complete(statement)).isZero();
            assertThat(proof(payin)).isEqualTo("waiting");
            imported(text(camt, statement, pages.get(Integer.parseInt(number) - 1)));
        }
        assertThat(complete(statement)).isOne();
        assertThat(entries(amount))
                .as("two equal entries on two pages stay two")
                .isEqualTo(6);
        await().atMost(SOON).until(() -> proof(payin).equals("missing"));
        var known = finance.upload(TREE + "?name=again", text(camt, statement, pages.get(1)) + "\n")
                .expect(201)
                .word("id");
        assertThat(finance.get(TREE + "/" + known + "/preview")
                        .data()
                        .at("/statements/0/fresh")
                        .asLong())
                .isZero();
        finance.post(TREE + "/" + known + "/discard", "{\"version\":1}").expect(200);
    }

    @Test
    void pagesOfAFileOfItsOwnCountWithThoseOfOthers() {
        var statement = NUMBERS.incrementAndGet();
        var pages = pages(1_000 + statement, 9);
        imported(mt940(statement, pages.get(2)));
        imported(mt940(statement, pages.get(0)) + mt940(statement, pages.get(1)));
        assertThat(complete(statement)).isOne();
    }

    @Test
    void aPageThatDoesNotFollowCompletesNothing() {
        var statement = NUMBERS.incrementAndGet();
        var amount = 1_000 + statement;
        var pages = pages(amount, 9);
        imported(mt940(statement, pages.get(0)));
        imported(mt940(statement, new Page(3, true, pages.get(0).closing(), amount, List.of(ago(6)))));
        imported(mt940(statement, new Page(2, true, 5, amount, List.of(ago(8)))));
        assertThat(complete(statement)).isZero();
    }

    /** A statement that counted as complete no longer does when one of its pages is taken back. */
    @Test
    void aPageThatIsTakenBackMakesTheStatementIncomplete() {
        var statement = NUMBERS.incrementAndGet();
        var pages = pages(1_000 + statement, 30);
        var files = pages.stream().map(page -> imported(mt940(statement, page))).toList();
        var version = finance.get(TREE + "/" + files.getFirst()).number("version");
        finance.post(TREE + "/" + files.getFirst() + "/undo", "{\"version\":" + version + "}")
                .expect(200);
        var account = UUID.fromString(account().get("id").asText());
        assertThat(complete(account)).noneMatch(one -> one.name().endsWith(String.valueOf(statement)));
        imported(mt940(statement, pages.getFirst()) + "\n");
        assertThat(complete(account))
                .anyMatch(one -> one.name().endsWith(String.valueOf(statement))
                        && pages.getFirst().days().stream().allMatch(one::says)
                        && Arrays.asList(ago(28), ago(27)).stream().allMatch(one::says));
    }
}
