package io.tical.server.statement;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.access.Scope;
import io.tical.server.merchant.ApiKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code GET /v1/statements}. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatementsTest {
    private static final String ALL = "/v1/statements?from=0&currency=";
    private static final int MANY = 20_000;

    private TestService service;
    private Merchant many;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
    }

    @AfterAll
    void stop() {
        service.requireCleanAudit();
        service.requireNoConnectionInUse();
        service.close();
    }

    /** A merchant whose transfers were made at these seconds, the first to the last. */
    private Merchant merchantWithMovements(long... seconds) {
        var merchant = service.merchant();
        for (int i = 0; i < seconds.length; i++) {
            merchant.funded("THB", 1_000);
        }
        var times = LongStream.of(seconds).mapToObj(Long::toString).collect(Collectors.joining(","));
        service.asService(
                "transfer",
                "UPDATE transfer SET created_at = to_timestamp((ARRAY[%s])[seq]) WHERE organization_id = '%s'"
                        .formatted(times, merchant.organizationId()));
        return merchant;
    }

    private static List<String> fields(JsonNode items, String name) {
        var found = new ArrayList<String>();
        items.forEach(item -> found.add(item.get(name).asText()));
        return found;
    }

    @Test
    void aStatementHasItsBalancesAndEveryMovement() {
        var merchant = service.merchant().funded("THB", 1_000_000);
        var payout = merchant.payout("order-1", 2_500).expect(201).word("id");
        merchant.post("/v1/payouts/" + payout + "/test-confirm").expect(200);
        var cancelled = merchant.payout("order-2", 300).expect(201).word("id");
        merchant.post("/v1/payouts/" + cancelled + "/cancel").expect(200);

        var statement = merchant.get(ALL + "thb").expect(200).data();

        assertThat(statement.get("opening").toString())
                .isEqualTo("{\"number\":0,\"available\":0,\"held\":0,\"in_transit\":0,\"total\":0}");
        var movements = statement.get("movements");
        assertThat(fields(movements, "operation"))
                .containsExactly(
                        "sandbox_top_up", "payout_capture", "payout_deliver", "payout_capture", "payout_return");
        assertThat(fields(movements, "number")).containsExactly("1", "2", "3", "4", "5");
        assertThat(fields(movements, "available")).containsExactly("1000000", "-2500", "0", "-300", "300");
        assertThat(fields(movements, "in_transit")).containsExactly("0", "2500", "-2500", "300", "-300");
        assertThat(fields(movements, "available_after"))
                .containsExactly("1000000", "997500", "997500", "997200", "997500");
        assertThat(fields(movements, "reference_type"))
                .containsExactly("top_up", "payout", "payout", "payout", "payout");
        assertThat(fields(movements, "reference_id").subList(1, 5))
                .containsExactly(payout, payout, cancelled, cancelled);
        assertThat(fields(movements, "merchant_reference"))
                .containsExactly("null", "order-1", "order-1", "order-2", "order-2");
        assertThat(statement.get("movement_count").asInt()).isEqualTo(5);
        var balance = merchant.balance("THB");
        for (var part : List.of("available", "held", "in_transit", "total")) {
            assertThat(statement.get("closing").get(part)).as(part).isEqualTo(balance.get(part));
        }
        service.requireCleanAudit();
    }

    @Test
    void aFileHasTheSameInRowsThatASpreadsheetReads() {
        var merchant = service.merchant().funded("THB", 1_000_000);
        merchant.payout("=HYPERLINK(1)", 2_500).expect(201);
        merchant.payout("a, \\\"b\\\";=1+1", 107).expect(201);

        var file = merchant.file(ALL + "THB&format=csv");

        assertThat(file.headers().firstValue("content-type")).contains("text/csv; charset=utf-8; header=present");
        assertThat(file.headers().firstValue("content-disposition").orElseThrow())
                .matches("attachment; filename=\"statement-test-THB-0-[0-9]+\\.csv\"");
        var rows = new String(file.body(), UTF_8).split("\r\n", -1);
        assertThat(rows).hasSize(7);
        assertThat(rows[0]).startsWith("\uFEFFnumber,id,created_at,operation,").endsWith(",merchant_reference");
        assertThat(rows[1]).isEqualTo("0,,1970-01-01T07:00:00.000+07:00,opening_balance,,,THB,,,,,,,0,0.00,0,0,,,");
        assertThat(rows[2])
                .matches(
                        "1,[0-9a-f-]{36},[0-9-]{10}T[0-9:.]{12}\\+07:00,sandbox_top_up,sandbox,available,THB,1000000,10000.00,1000000,10000.00,0,0,"
                                + "1000000,10000.00,0,0,top_up,[0-9a-f-]{36},");
        assertThat(rows[3])
                .contains(",available,in_transit,THB,2500,25.00,-2500,-25.00,0,2500,997500,9975.00,0,2500,payout,")
                .endsWith(",'=HYPERLINK(1)");
        assertThat(rows[4]).endsWith(",\"a, \"\"b\"\";'=1+1\"");
        assertThat(rows[5]).startsWith("3,,").contains(",closing_balance,").endsWith(",997393,9973.93,0,2607,,,");
        assertThat(rows[6]).isEmpty();
        var columns = rows[0].split(",").length;
        assertThat(rows[1].split(",", -1)).hasSize(columns);
        assertThat(rows[2].split(",", -1)).hasSize(columns);
        assertThat(rows[3].split(",", -1)).hasSize(columns);
    }

    @Test
    void aFileHasThaiReferencesAndTheDaysOfTheMerchantsZone() {
        var merchant = service.merchant().funded("THB", 1_000_000);
        merchant.payout("ใบแจ้งหนี้ ๑", 2_500).expect(201);
        var today = LocalDate.now(ZoneId.of("Asia/Bangkok"));

        var all = new String(merchant.file(ALL + "THB&format=csv").body(), UTF_8);
        assertThat(all).contains(",ใบแจ้งหนี้ ๑\r\n");

        var day = merchant.file("/v1/statements?currency=THB&format=csv&from=" + today.minusDays(1) + "&to=" + today);
        assertThat(day.headers().firstValue("content-disposition"))
                .contains("attachment; filename=\"statement-test-THB-" + today.minusDays(1) + "-" + today + ".csv\"");
        assertThat(new String(day.body(), UTF_8))
                .contains(
                        "," + today.minusDays(1) + "T00:00:00.000+07:00,opening_balance,",
                        "," + today + "T00:00:00.000+07:00,closing_balance,");
    }

    @Test
    void statementsOfAdjacentTimesFitAndClosingBalancesArePastBalances() {
        var merchant = merchantWithMovements(1_000, 2_000, 2_000, 2_001, 3_000);
        var whole = merchant.get(ALL + "THB").expect(200).data();
        for (var cut : List.of(999, 1_000, 1_001, 2_000, 2_001, 2_002, 5_000)) {
            var before = merchant.get(ALL + "THB&to=" + cut).expect(200).data();
            var after = merchant.get("/v1/statements?currency=THB&from=" + cut)
                    .expect(200)
                    .data();
            assertThat(before.get("closing")).as("at " + cut).isEqualTo(after.get("opening"));
            assertThat(after.get("closing")).isEqualTo(whole.get("closing"));
            var numbers = fields(before.get("movements"), "number");
            numbers.addAll(fields(after.get("movements"), "number"));
            assertThat(numbers).containsExactly("1", "2", "3", "4", "5");
            var balance = merchant.get("/v1/balance?at=" + (cut - 1))
                    .expect(200)
                    .data()
                    .get(0);
            assertThat(before.get("closing").get("available")).isEqualTo(balance.get("available"));
            assertThat(before.get("closing").get("total")).isEqualTo(balance.get("total"));
        }
        assertThat(merchant.get("/v1/statements?currency=THB&from=2000&to=2001")
                        .data()
                        .get("movement_count")
                        .asInt())
                .isEqualTo(2);
    }

    @Test
    void datesAreDaysOfTheOrganization() {
        var merchant = service.merchant();
        var day = LocalDate.of(2026, 1, 31);
        var statement = merchant.get("/v1/statements?currency=THB&from=2026-01-31&to=2026-02-01")
                .expect(200);
        var bangkok = ZoneId.of("Asia/Bangkok");
        assertThat(statement.number("from")).isEqualTo(day.atStartOfDay(bangkok).toEpochSecond());
        assertThat(statement.number("to"))
                .isEqualTo(day.plusDays(1).atStartOfDay(bangkok).toEpochSecond());
        var iso = merchant.get("/v1/statements?currency=THB&from=2026-01-31T00:00:00.5%2B07:00&to=2026-02-01");
        assertThat(iso.expect(200).number("from")).isEqualTo(statement.number("from"));
    }

    @Test
    void anEnvironmentAndAnOrganizationSeeTheirOwnMovementsAlone() {
        var merchant = service.merchant().funded("THB", 5_000);
        var live = service.fundedLive(merchant, 7_000);
        service.merchant().funded("THB", 9_000);
        assertThat(fields(merchant.get(ALL + "THB").expect(200).data().get("movements"), "amount"))
                .containsExactly("5000");
        var ofLive = live.get(ALL + "THB").expect(200).data();
        assertThat(fields(ofLive.get("movements"), "amount")).containsExactly("7000");
        assertThat(ofLive.get("livemode").asBoolean()).isTrue();
        assertThat(live.get(ALL + "USD").expect(200).data().get("movements")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "from=0                                 | VALIDATION_FAILED currency required",
                "currency=THB                           | VALIDATION_FAILED from required",
                "currency=XXX&from=0                    | CURRENCY_UNSUPPORTED",
                "currency=EUR&from=0                    | CURRENCY_UNSUPPORTED",
                "currency=THB&from=yesterday            | VALIDATION_FAILED from time",
                "currency=THB&from=2026-02-30           | VALIDATION_FAILED from time",
                "currency=THB&from=2026-01-01T00:00:00  | VALIDATION_FAILED from time",
                "currency=THB&from=-1                   | VALIDATION_FAILED from time",
                "currency=THB&from=0&to=never           | VALIDATION_FAILED to time",
                "currency=THB&from=10&to=10             | VALIDATION_FAILED from range",
                "currency=THB&from=11&to=10             | VALIDATION_FAILED from range",
                "currency=THB&from=99999999999          | VALIDATION_FAILED from future",
                "currency=THB&from=0&to=99999999999     | VALIDATION_FAILED to future",
                "currency=THB&from=0&format=xml         | VALIDATION_FAILED format unknown",
                "currency=THB&from=0&from=1             | VALIDATION_FAILED from repeated",
            })
    void anInvalidQueryIsRefused(String query, String refusal) {
        var merchant = service.merchant();
        var reply = merchant.get("/v1/statements?" + query).expect(400);
        var error = reply.json().path("errors").path(0);
        var found = reply.code()
                + (error.isMissingNode()
                        ? ""
                        : " " + error.get("field").asText() + " "
                                + error.get("code").asText());
        assertThat(found).isEqualTo(refusal);
    }

    @Test
    void aKeyNeedsTheScopeOfBalances() {
        var merchant = service.merchant();
        var key = service.tical()
                .apiKeys()
                .create(
                        merchant.organizationId(),
                        new ApiKeys.NewKey(false, "narrow", Set.of(Scope.PAYOUTS_READ), null))
                .secret();
        var narrow = new Merchant(service.port(), key, merchant.organizationId());
        narrow.get(ALL + "THB").expect(403, "SCOPE_MISSING");
        narrow.get("/v1/statements/daily?currency=THB&date=2026-01-01").expect(403, "SCOPE_MISSING");
    }

    /** A merchant with many movements. */
    private synchronized Merchant merchantWithMany() {
        if (many != null) {
            return many;
        }
        var merchant = service.merchant();
        service.asService("transfer", String.format(Locale.ROOT, """
                INSERT INTO transfer (organization_id, livemode, currency, seq, transfer_id, debit, credit, amount, operation, reference,
                    available_after, held_after, in_transit_after, created_at)
                SELECT '%s', false, 'THB', n, gen_random_uuid(), 'sandbox', 'available', 5, 'sandbox_top_up', gen_random_uuid(), 5 * n, 0, 0,
                    timestamptz '2026-01-01 00:00:00Z' + n * interval '10 milliseconds'
                FROM generate_series(1, %d) AS n""", merchant.organizationId(), MANY));
        service.asService("wallet", String.format(Locale.ROOT, """
                INSERT INTO wallet (organization_id, livemode, currency, available, held, in_transit, last_seq, updated_at)
                VALUES ('%s', false, 'THB', %d, 0, 0, %d, timestamptz '2026-01-02 00:00:00Z')""", merchant.organizationId(), 5 * MANY, MANY));
        // As autovacuum does, which the tests' engine does not run.
        service.sql("VACUUM ANALYZE transfer");
        many = merchant;
        return merchant;
    }

    @Test
    void aLongStatementIsCompleteOrItsConnectionBreaks() throws IOException {
        var merchant = merchantWithMany();
        var movements = merchant.get(ALL + "THB").expect(200).data().get("movements");
        assertThat(movements).hasSize(MANY);
        assertThat(movements.get(MANY - 1).get("available_after").asInt()).isEqualTo(5 * MANY);
        assertThat(new String(merchant.file(ALL + "THB&format=csv").body(), UTF_8).split("\r\n"))
                .hasSize(MANY + 3);

        var altered = " WHERE organization_id = '" + merchant.organizationId() + "' AND seq = " + (MANY - 10);
        service.sql("UPDATE transfer SET available_after = available_after + 1" + altered);
        for (var format : List.of("json", "csv")) {
            assertThatThrownBy(() -> merchant.file(ALL + "THB&format=" + format))
                    .isInstanceOf(UncheckedIOException.class);
        }
        var sent = raw(merchant);
        assertThat(sent).startsWith("HTTP/1.1 200").doesNotEndWith("0\r\n\r\n").contains("\"number\":1,");
        assertThat(service.serviceDatabase().alteredRows())
                .anyMatch(sentence -> sentence.contains("seq " + (MANY - 10)));
        service.sql("UPDATE transfer SET available_after = available_after - 1" + altered);
        merchant.get(ALL + "THB").expect(200);
    }

    /** The bytes of a statement until the service closes the connection. */
    private String raw(Merchant merchant) throws IOException {
        try (var socket = new Socket("127.0.0.1", service.port())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request(merchant));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private static byte[] request(Merchant merchant) {
        return ("GET " + ALL + "THB HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + merchant.key() + "\r\n\r\n")
                .getBytes(UTF_8);
    }

    @Test
    void aClientThatDoesNotReadHoldsNoConnectionToTheDatabaseAndOneOfFewPlaces() throws IOException {
        var merchant = merchantWithMany();
        var slow = new ArrayList<Socket>();
        try {
            for (int client = 0; client < 4; client++) {
                slow.add(notReading(merchant));
            }
            await("all four are read")
                    .atMost(Duration.ofSeconds(90))
                    .until(() -> merchant.get(ALL + "THB&to=1767225601").status() == 429);
            merchant.get(ALL + "THB").expect(429, "RATE_LIMITED");
            service.requireNoConnectionInUse();
            service.merchant().get(ALL + "THB").expect(200);
        } finally {
            for (var socket : slow) {
                socket.close();
            }
        }
        await("the places are free again")
                .atMost(Duration.ofSeconds(90))
                .until(() -> merchant.get(ALL + "THB&to=1767225601").status() == 200);
    }

    /** A client that asks for a statement that is longer than the buffers of its connection, and reads only that it has a place. */
    private Socket notReading(Merchant merchant) throws IOException {
        var socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.setSoTimeout(60_000);
        socket.connect(new InetSocketAddress("127.0.0.1", service.port()));
        socket.getOutputStream().write(request(merchant));
        var status = "HTTP/1.1 200";
        assertThat(new String(socket.getInputStream().readNBytes(status.length()), UTF_8))
                .isEqualTo(status);
        return socket;
    }

    @Test
    void aStatementUntilNowEndsWithTheSecondThatHasNotEnded() {
        var merchant = service.merchant().funded("THB", 1_000);
        var before = Instant.now().getEpochSecond();
        var statement = merchant.get(ALL + "THB").expect(200);
        assertThat(statement.number("to")).isBetween(before + 1, Instant.now().getEpochSecond() + 1);
        assertThat(statement.number("movement_count")).isEqualTo(1);
        assertThat(UUID.fromString(statement.data().at("/movements/0/id").asText()))
                .isNotNull();
    }
}
