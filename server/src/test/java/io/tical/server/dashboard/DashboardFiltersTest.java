package io.tical.server.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.AuditedService;
import io.tical.server.DashboardClient;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The filters of payins and payouts, and the same rows as files. */
class DashboardFiltersTest extends AuditedService {
    private static final String PAYINS = "/api/payins?environment=test";
    private static final String PAYOUTS = "/api/payouts?environment=test";

    /** Of new organizations. */
    private static final ZoneId BANGKOK = ZoneId.of("Asia/Bangkok");

    private Merchant merchant;
    private DashboardClient owner;

    /** A session of its own, because the requests of one are limited. */
    private DashboardClient finder;

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    @BeforeAll
    void prepare() {
        merchant = service.merchant().funded("THB", 1_000_000);
        owner = service.owner(merchant);
        finder = service.viewer(merchant);
        merchant.payin("bank-1", 10_000).expect(201);
        merchant.payin("bank-2", 25_050).expect(201);
        merchant.guidePayin("guide-3", 30_000).expect(201);
        merchant.post("/v1/payins", """
            {"order_ref":"usdt-4","amount":5000000,"channel":"crypto"}\
            """).expect(201);
        merchant.payout("out-1", 10_000).expect(201);
        merchant.payout("=2+3", 20_000).expect(201);
    }

    private List<String> found(String path) {
        return references(owner.all(path));
    }

    private static List<String> references(List<JsonNode> rows) {
        return rows.stream().map(row -> row.get("order_ref").asText()).toList();
    }

    @Test
    void amountsAreARangeOfMinorUnitsOfOneCurrency() {
        assertThat(found(PAYINS + "&currency=THB&amount_min=25050&amount_max=25050"))
                .containsExactly("bank-2");
        assertThat(found(PAYINS + "&currency=THB&amount_min=25050")).containsExactly("guide-3", "bank-2");
        assertThat(found(PAYINS + "&currency=thb&amount_max=25049")).containsExactly("bank-1");
        assertThat(found(PAYINS + "&currency=USD&amount_min=1")).isEmpty();
        assertThat(found(PAYINS + "&currency=USDT&amount_min=5000000")).containsExactly("usdt-4");
        assertThat(found(PAYINS + "&currency=THB&amount_min=1&limit=1")).containsExactly("guide-3", "bank-2", "bank-1");
        assertThat(found(PAYOUTS + "&currency=THB&amount_min=10001")).containsExactly("=2+3");
    }

    @Test
    void aChannelIsAFilterOfPayins() {
        assertThat(found(PAYINS + "&channel=crypto")).containsExactly("usdt-4");
        assertThat(found(PAYINS + "&channel=bank&limit=2")).containsExactly("guide-3", "bank-2", "bank-1");
        assertThat(found(PAYINS + "&channel=qrcode")).isEmpty();
        assertThat(found(PAYINS + "&channel=crypto&currency=THB")).isEmpty();
        assertThat(found("/api/payins?environment=live&channel=bank")).isEmpty();
    }

    @Test
    void daysAreThoseOfTheOrganizationAndBothIncluded() {
        var today = LocalDate.now(TestService.CLOCK.withZone(BANGKOK));
        assertThat(found(PAYINS + "&from=" + today.minusDays(1) + "&to=" + today.plusDays(1)))
                .hasSize(4);
        assertThat(found(PAYINS + "&to=" + today.minusDays(2))).isEmpty();
        assertThat(found(PAYINS + "&from=" + today.plusDays(2))).isEmpty();
        assertThat(found(PAYOUTS + "&status=pending&from=" + today.minusDays(1)))
                .isEmpty();
        assertThat(found(PAYOUTS + "&status=processing&from=" + today.minusDays(1)))
                .containsExactly("=2+3", "out-1");
    }

    @Test
    void anAccountIsFoundByItsNumberOrItsBeginningAsPeopleWriteIt() {
        assertThat(found(PAYINS + "&account=1234567890")).containsExactly("guide-3");
        assertThat(found(PAYINS + "&account=1234")).containsExactly("guide-3");
        assertThat(found(PAYOUTS + "&account=123-4-56789-0")).containsExactly("=2+3", "out-1");
        assertThat(found(PAYOUTS + "&account=1234%2056&q=out")).containsExactly("out-1");
        assertThat(found(PAYOUTS + "&account=1235")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "payins  | ANK-         | bank-2 bank-1",
                "payins  | ide-3        | guide-3",
                "payins  | 250.50       | bank-2",
                "payins  | 300          | guide-3",
                "payins  | 5.000000     | usdt-4",
                "payins  | USDT 5       | usdt-4",
                "payins  | 5 THB        | ''",
                "payins  | 456789       | guide-3",
                "payins  | somchai jai  | guide-3",
                "payins  | JAIDEE       | guide-3",
                "payins  | %            | ''",
                "payouts | ut-          | out-1",
                "payouts | 2+           | =2+3",
                "payouts | 100          | out-1",
                "payouts | 200.00       | =2+3",
                "payouts | 45-67        | =2+3 out-1",
                "payouts | aidee        | =2+3 out-1",
            })
    void aSearchFindsAnyPartOfATextAndWholeAmounts(String list, String text, String references) {
        var q = "&q=" + URLEncoder.encode(text, StandardCharsets.UTF_8);
        var found = references(finder.all("/api/" + list + "?environment=test" + q));
        assertThat(String.join(" ", found)).isEqualTo(references);
    }

    @Test
    void aSearchFindsAnyPartOfAnIdAndTheWholeReferenceFirst() {
        var id = owner.all(PAYINS + "&q=bank-1").getFirst().get("id").asText();
        assertThat(found(PAYINS + "&q=" + id.substring(20))).containsExactly("bank-1");
        assertThat(found(PAYINS + "&q=" + id)).containsExactly("bank-1");
        var other = service.merchant().funded("THB", 1_000_000);
        for (var reference : List.of("run-1", "run-1-again", "run-10")) {
            other.payout(reference, 10_000).expect(201);
        }
        for (var limit : List.of("", "&limit=1")) {
            assertThat(references(service.viewer(other).all(PAYOUTS + "&q=run-1" + limit)))
                    .containsExactly("run-1", "run-10", "run-1-again");
        }
        var page = owner.get(PAYINS + "&q=nk&limit=1").expect(200);
        assertThat(page.json().at("/meta/has_more").asBoolean()).isTrue();
        assertThat(page.json().at("/meta").has("searched_to")).isFalse();
        assertThat(found(PAYINS + "&q=nk&limit=1")).containsExactly("bank-2", "bank-1");
        assertThat(owner.get("/api/payins.csv?environment=test&q=nk")
                        .expect(200)
                        .text()
                        .lines())
                .hasSize(3);
        owner.get(PAYINS + "&q=nk&offset=1").expect(400, "OFFSET_INVALID");
        // The API for programs has the beginning, as before.
        assertThat(merchant.get("/v1/payins?q=nk").expect(200).data()).isEmpty();
        assertThat(merchant.get("/v1/payins?q=ban").expect(200).data()).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "from=2026-02-30, from",
        "from=21.11.2026, from",
        "to=0026-11-21, to",
        "from=2026-11-21&to=2026-11-20, to",
        "amount_min=1, currency",
        "currency=THB&amount_min=1.50, amount_min",
        "currency=THB&amount_max=-1, amount_max",
        "currency=THB&amount_min=2&amount_max=1, amount_max",
        "account=123, account",
        "account=%25%25%25%25, account",
        "channel=cash, channel",
    })
    void anInvalidFilterIsRefusedByItsName(String query, String field) {
        for (var path : List.of("/api/payins?", "/api/payins.csv?")) {
            var refused = owner.get(path + query).expect(400, "VALIDATION_FAILED");
            assertThat(refused.json().at("/errors/0/field").asText()).isEqualTo(field);
        }
    }

    @Test
    void aCursorBelongsToItsFilters() {
        var page = owner.get(PAYINS + "&currency=THB&amount_min=1&limit=1").expect(200);
        var cursor = page.json().at("/meta/next_cursor").asText();
        owner.get(PAYINS + "&currency=THB&amount_min=1&cursor=" + cursor).expect(200);
        owner.get(PAYINS + "&currency=THB&amount_min=2&cursor=" + cursor).expect(400, "CURSOR_INVALID");
    }

    @Test
    void aFileHasTheFilteredRowsWithAmountsAndTimesForPeopleAndPrograms() {
        var file = owner.get("/api/payins.csv?environment=test&currency=THB&amount_min=25050")
                .expect(200);
        var today = LocalDate.now(TestService.CLOCK.withZone(BANGKOK));
        assertThat(file.headers().firstValue("Content-Type")).hasValue("text/csv; charset=utf-8; header=present");
        assertThat(file.headers().firstValue("Content-Disposition").orElse(""))
                .matches("attachment; filename=\"payins-filtered-test-\\d{4}-\\d\\d-\\d\\d\\.csv\"")
                .containsAnyOf(today.toString(), today.minusDays(1).toString());
        assertThat(file.text())
                .startsWith("\uFEFFid,order_ref,status,currency,amount,amount_minor,transfer_amount,")
                .endsWith("\r\n");
        var lines = file.text().split("\r\n");
        assertThat(lines).hasSize(3);
        assertThat(lines[1]).contains(",guide-3,", ",THB,300.00,30000,", ",Somchai Jaidee,");
        assertThat(lines[2])
                .contains(",bank-2,", ",250.50,25050,")
                .contains("T")
                .contains("+07:00,");
    }

    @ParameterizedTest
    @CsvSource({
        "payins, '', payins-test-",
        "payins, &status=success, payins-success-test-",
        "payouts, &status=pending_review&q=x, payouts-pending_review-filtered-test-",
        "settlements, &status=completed, settlements-completed-test-",
        "organization-transfers, &direction=incoming, organization-transfers-filtered-test-",
        "deliveries, '', deliveries-test-",
        "issues, &status=open, issues-open-test-",
        "customers, &q=x, customers-filtered-test-"
    })
    void theNameOfAFileSaysWhatItHas(String list, String filter, String name) {
        var file = owner.get("/api/" + list + ".csv?environment=test" + filter).expect(200);
        assertThat(file.headers().firstValue("Content-Disposition").orElse("")).contains("filename=\"" + name + "2");
        if (List.of("payins", "payouts", "settlements", "organization-transfers")
                .contains(list)) {
            var head = List.of(
                    file.text().lines().findFirst().orElseThrow().substring(1).split(","));
            assertThat(head)
                    .contains("status", "amount", "amount_minor", "created_at", "livemode")
                    .containsAnyOf("currency", "currency_code");
        }
    }

    @Test
    void aReferenceThatLooksLikeAFormulaIsATextInTheFile() {
        var file = owner.get("/api/payouts.csv?environment=test").expect(200).text();
        assertThat(file).contains(",'=2+3,").contains(",KBANK,1234567890,Somchai Jaidee,");
    }

    @Test
    void aFileOfNothingHasTheNamesOfTheColumns() {
        assertThat(owner.get("/api/payouts.csv").expect(200).text().lines()).hasSize(1);
        assertThat(owner.get("/api/customers.csv?environment=test&q=somchai")
                        .expect(200)
                        .text()
                        .lines())
                .hasSize(2);
        assertThat(owner.get("/api/balances.csv?environment=test").expect(200).text())
                .contains("\r\nTHB,test,9700.00,970000,");
    }

    @Test
    void aStatementIsThatOfTheApi() {
        var statement = owner.get("/api/statements?environment=test&currency=THB&from=2026-01-01&format=csv")
                .expect(200);
        assertThat(statement.headers().firstValue("Content-Disposition").orElse(""))
                .contains("statement-test-THB-");
        assertThat(statement.text()).contains("opening_balance", "closing_balance", "970000");
        assertThat(owner.get("/api/statements?currency=THB&from=2026-01-01")
                        .expect(200)
                        .data()
                        .get("movement_count")
                        .asLong())
                .isZero();
        owner.get("/api/statements?currency=THB").expect(400, "VALIDATION_FAILED");
    }

    @Test
    void aFileOfManyPagesHasEachRowOneTime() {
        var other = service.merchant();
        service.sql("""
            INSERT INTO payin (organization_id, livemode, payin_id, status, dialect, merchant_ref, currency, amount, transfer_amount,
                fee, channel, pay_token, theme, request_id, receiving_type, expires_at, updated_at)
            SELECT '%s', true, gen_random_uuid(), 'expired', 'v1', 'r-' || i, 'JPY', i, 1000000, 0, 'bank', 't', 'classic', 'r',
                   'BANK_TRANSFER', now(), now()
            FROM generate_series(1, 2500) i
            """.formatted(other.organizationId()));
        var file = service.viewer(other)
                .get("/api/payins.csv?currency=JPY&amount_max=2400")
                .expect(200);
        var references =
                file.text().lines().skip(1).map(line -> line.split(",")[1]).toList();
        assertThat(references).hasSize(2_400).doesNotHaveDuplicates();
        service.sql("DELETE FROM payin WHERE organization_id = '" + other.organizationId() + "'");
    }
}
