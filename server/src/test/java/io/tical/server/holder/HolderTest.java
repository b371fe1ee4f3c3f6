package io.tical.server.holder;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.TestService;
import io.tical.server.access.Scope;
import io.tical.server.rail.UpstreamServer;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code GET /v1/bank/verify} on a whole service, whose lookup is on loopback. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HolderTest {
    private static final String ACCOUNT = "/v1/bank/verify?bank_code=KBANK&account_no=0123456789";

    private final UpstreamServer upstream = new UpstreamServer();
    private TestService service;
    private Merchant test;
    private Merchant live;

    @BeforeAll
    void start() {
        service = TestService.start(
                Map.of(
                        "TICAL_RATE_LIMIT_VERIFY", "0",
                        "TICAL_HOLDER_LOOKUP", "http",
                        "TICAL_HOLDER_LOOKUP_URL", upstream.url() + "/inquiry",
                        "TICAL_HOLDER_LOOKUP_TOKEN", "token",
                        "TICAL_HOLDER_LOOKUP_UNKNOWN", "404,/code=1404"),
                TestService.WITHOUT_WORK);
    }

    @AfterAll
    void stop() {
        service.requireNoConnectionInUse();
        service.close();
        upstream.close();
    }

    @BeforeEach
    void newMerchant() {
        test = service.merchant();
        live = service.live(test);
        upstream.answering(200, "{\"data\":{\"beneficiaryName\":\"MR. SOMCHAI JAIDEE\"}}");
    }

    private int asked() {
        return upstream.asked().size();
    }

    @Test
    void theHolderIsAskedForAndRememberedForADay() {
        var before = asked();
        upstream.doing((request, exchange) -> {
            service.requireNoConnectionInUse();
            UpstreamServer.send(exchange, 200, "{\"data\":{\"beneficiaryName\":\"MR. SOMCHAI JAIDEE\"}}");
        });

        var first = live.get(ACCOUNT).expect(200);
        assertThat(first.data().toString()).isEqualTo(String.format(Locale.ROOT, """
                {"bank_code":"KBANK","account_no":"0123456789","holder_name":"MR. SOMCHAI JAIDEE","cached":false,"checked_at":%d}""", first.number("checked_at")));
        assertThat(upstream.last().target()).isEqualTo("/inquiry");
        assertThat(upstream.last().text()).isEqualTo("{\"bankCode\":\"004\",\"beneficiaryNo\":\"0123456789\"}");

        assertThat(live.get(ACCOUNT).word("cached")).isEqualTo("true");
        assertThat(live.get(ACCOUNT.replace("KBANK", "kbank")).word("cached")).isEqualTo("true");
        assertThat(live.get(ACCOUNT.replace("KBANK", "004")).word("bank_code")).isEqualTo("KBANK");
        assertThat(asked()).isEqualTo(before + 1);

        age("24 hours");
        assertThat(live.get(ACCOUNT).word("cached")).isEqualTo("false");
        assertThat(asked()).isEqualTo(before + 2);
    }

    private void age(String interval) {
        service.asService(
                "holder_lookup",
                "UPDATE holder_lookup SET checked_at = checked_at - interval '" + interval
                        + "' WHERE organization_id = '" + live.organizationId() + "'");
    }

    @Test
    void aMerchantDoesNotSeeAnothersLookup() {
        live.get(ACCOUNT).expect(200);

        assertThat(service.live(service.merchant()).get(ACCOUNT).word("cached")).isEqualTo("false");
    }

    @Test
    void anUnknownAccountIs404AndIsNotRemembered() {
        upstream.answering(200, "{\"code\":\"1404\"}");
        live.get(ACCOUNT).expect(404, "ACCOUNT_NOT_FOUND");
        upstream.answering(404, "{}");
        live.get(ACCOUNT).expect(404, "ACCOUNT_NOT_FOUND");

        upstream.answering(200, "{\"name\":\"X\"}");
        assertThat(live.get(ACCOUNT).word("holder_name")).isEqualTo("X");
    }

    @Test
    void aLookupThatDoesNotAnswerIs503() {
        upstream.answering(500, "{}");

        var refused = live.get(ACCOUNT).expect(503, "SERVICE_UNAVAILABLE");
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
    }

    @Test
    void aTestKeyIsRefusedBeforeAnythingElse() {
        live.get(ACCOUNT).expect(200);
        var before = asked();

        test.get(ACCOUNT).expect(403, "TEST_KEY_NOT_ALLOWED");
        test.get("/v1/bank/verify").expect(403, "TEST_KEY_NOT_ALLOWED");
        assertThat(asked()).isEqualTo(before);
    }

    @Test
    void aKeyWithoutTheScopeIsRefused() {
        service.scoped(live, true, Scope.SLIP_VERIFY).get(ACCOUNT).expect(403, "SCOPE_MISSING");
    }

    @ParameterizedTest
    @CsvSource({
        "'', 'bank_code required,account_no required'",
        "?bank_code=KBANK, account_no required",
        "?account_no=0123456789, bank_code required",
        "?bank_code=&account_no=0123456789, bank_code required",
        "?bank_code=KBANK&account_no=12345, account_no format",
        "?bank_code=KBANK&account_no=123456789012345678901, account_no format",
        "?bank_code=KBANK&account_no=012-345-678, account_no format",
        "?bank_code=KBANK&account_no=%D9%A1%D9%A1%D9%A1%D9%A1%D9%A1%D9%A1, account_no format",
        "?bank_code=NOBANK&account_no=0123456789, bank_code unknown",
        "?bank_code=KBANK&bank_code=SCB&account_no=0123456789, bank_code repeated"
    })
    void aQuestionThatNamesNoAccountIs400(String query, String wrong) {
        var before = asked();
        var reply = live.get("/v1/bank/verify" + query).expect(400, "VALIDATION_FAILED");

        var found = new StringBuilder();
        for (var error : reply.json().get("errors")) {
            found.append(found.isEmpty() ? "" : ",")
                    .append(error.get("field").asText())
                    .append(' ')
                    .append(error.get("code").asText());
        }
        assertThat(found).hasToString(wrong);
        assertThat(asked()).isEqualTo(before);
    }

    @Test
    void aNameVerifiesNoCustomer() {
        live.customer("MR. SOMCHAI JAIDEE", "0123456789");
        live.get(ACCOUNT).expect(200);

        assertThat(live.get("/v1/customers?q=0123456789")
                        .data()
                        .get(0)
                        .get("is_verified")
                        .asBoolean())
                .isFalse();
    }

    @Test
    void aLookupIsDeletedAfterADay() {
        live.get(ACCOUNT).expect(200);
        age("25 hours");

        assertThat(service.tical().holders().forget(5_000)).isPositive();
        assertThat(service.count(
                        "SELECT count(*) FROM holder_lookup WHERE organization_id = '" + live.organizationId() + "'"))
                .isZero();
    }

    @Test
    void withoutALookupServiceALookupIs503() {
        live.get(ACCOUNT).expect(200);
        try (var off = service.node(Map.of(), TestService.WITHOUT_WORK)) {
            live.at(off.port()).get(ACCOUNT).expect(503, "BANK_VERIFY_DISABLED");
            live.at(off.port()).get("/v1/bank/verify").expect(400, "VALIDATION_FAILED");
            test.at(off.port()).get(ACCOUNT).expect(403, "TEST_KEY_NOT_ALLOWED");
        }
    }

    @Test
    void theSimulatorNamesLiveHoldersWhereItIsChosenAndLimitsHold() {
        try (var simulated = service.node(Map.of("TICAL_HOLDER_LOOKUP", "simulator"), TestService.WITHOUT_WORK)) {
            var merchant = live.at(simulated.port());
            assertThat(merchant.get(ACCOUNT).expect(200).word("holder_name")).isNotBlank();
            merchant.get("/v1/bank/verify?bank_code=SCB&account_no=1230000").expect(404, "ACCOUNT_NOT_FOUND");
            assertThat(IntStream.range(0, 500).mapToObj(i -> merchant.get(ACCOUNT)))
                    .anyMatch(reply -> reply.status() == 429);
        }
    }
}
