package io.tical.server.paypage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Reply;
import io.tical.server.payin.PayinStatus;
import io.tical.server.payin.Theme;
import io.tical.server.slip.Slips.Outlook;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code /pay-api/v1/pay}: what it answers, to whom, and how often. */
class PayPageViewTest {
    private static PayHost host;

    @BeforeAll
    static void start() {
        host = new PayHost();
    }

    @AfterAll
    static void stop() {
        host.close();
    }

    private static Reply view(SamplePayment sample) {
        return host.get(PayHost.api(sample, "")).expect(200);
    }

    @Test
    void theViewHasTheSpecifiedFieldsAndNoOther() {
        var sample = new SamplePayment();
        sample.expiresAt = Instant.parse("2099-01-02T03:04:05.678Z");
        sample.redirectUrl = "https://shop.example/done";
        sample.payer = SamplePayment.payer("SCB", "9876543210", "Somchai Jaidee");
        sample.theme = Theme.OCEAN;
        host.put(sample);
        var data = view(sample).data();

        assertThat(data.properties())
                .extracting(java.util.Map.Entry::getKey)
                .containsExactlyInAnyOrder(
                        "token",
                        "merchant_name",
                        "merchant_logo",
                        "amount",
                        "fee",
                        "net",
                        "currency",
                        "currency_profile",
                        "status",
                        "expires_at",
                        "destination",
                        "payer",
                        "promptpay",
                        "order_ref",
                        "redirect_url",
                        "pay_theme");
        assertThat(data.get("token").asText()).isEqualTo(sample.token);
        assertThat(data.get("merchant_name").asText()).isEqualTo("Baan Suan Coffee");
        assertThat(data.get("merchant_logo").isNull()).isTrue();
        for (var money : List.of("amount", "fee", "net")) {
            assertThat(data.get(money).isTextual()).as(money).isTrue();
        }
        assertThat(data.get("amount").asText()).isEqualTo("125037");
        assertThat(data.get("fee").asText()).isEqualTo("1250");
        assertThat(data.get("net").asText()).isEqualTo("123787");
        assertThat(data.get("expires_at").asText()).isEqualTo("2099-01-02T03:04:05Z");
        assertThat(data.get("destination").toString())
                .isEqualTo("{\"bank_code\":\"KBANK\",\"account_no\":\"0123456789\","
                        + "\"holder_name\":\"Baan Suan Coffee Co., Ltd.\"}");
        assertThat(data.at("/payer/account_no").asText()).isEqualTo("xxxxxx3210");
        assertThat(data.at("/promptpay/qr_data").asText()).isEqualTo(SamplePayment.QR_DATA);
        assertThat(data.at("/promptpay/qr_svg").asText()).startsWith("<svg ");
        assertThat(data.at("/currency_profile/scale").asInt()).isEqualTo(2);
        assertThat(data.get("redirect_url").asText()).isEqualTo("https://shop.example/done");
        assertThat(data.get("pay_theme").asText()).isEqualTo("ocean");
    }

    @Test
    void whatHasNoValueIsNull() {
        var sample = new SamplePayment();
        sample.promptpay = false;
        host.put(sample);
        var data = view(sample).data();
        for (var field : List.of("payer", "promptpay", "redirect_url", "merchant_logo")) {
            assertThat(data.get(field).isNull()).as(field).isTrue();
        }
    }

    @Test
    void moreThanABrowsersNumbersHoldIsExact() {
        var sample = new SamplePayment();
        sample.amount = Long.MAX_VALUE;
        host.put(sample);
        assertThat(view(sample).word("amount")).isEqualTo("9223372036854775807");
    }

    @ParameterizedTest
    @CsvSource({
        "PENDING, NONE, pay",
        "PROCESSING, NONE, pay",
        "PROCESSING, CHECKING, checking",
        "PROCESSING, REJECTED, pay",
        "SUCCESS, CHECKING, success",
        "EXPIRED, NONE, expired",
        "EXPIRED, CHECKING, checking",
        "FAILED, REJECTED, failed",
        "REJECTED, NONE, rejected",
        "REFUNDED, NONE, refunded",
        "CANCELLED, NONE, cancelled"
    })
    void theScreenFollowsFromStatusAndSlip(PayinStatus status, Outlook slip, String screen) {
        var sample = SamplePayment.of(status);
        host.put(sample);
        host.slips().stand(sample, TestSlips.of(slip, 9));
        var meta = view(sample).json().get("meta");
        assertThat(meta.get("screen").asText()).isEqualTo(screen);
        assertThat(meta.at("/slip/status").asText()).isEqualTo(slip.word());
        assertThat(meta.at("/slip/uploads_left").asInt()).isEqualTo(9);
        assertThat(meta.get("livemode").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00000000000000000000000000000000",
                "short",
                "0000000000000000000000000000000000000000",
                "....................................",
                "%2e%2e%2f%2e%2e%2f",
                "0000000000000000000000000000%00000",
                "%F0%9F%98%80",
                "'%20OR%201=1--"
            })
    void whatOpensNothingIsNotFoundWhateverItLooksLike(String token) {
        host.get("/pay-api/v1/pay/" + token).expect(404, "PAYIN_NOT_FOUND");
        host.post("/pay-api/v1/pay/" + token + "/disclosure-consent").expect(404, "PAYIN_NOT_FOUND");
        host.post("/pay-api/v1/pay/" + token + "/slip").expect(404, "PAYIN_NOT_FOUND");
    }

    @Test
    void everyAnswerIsKeptByNobodyAndTellsNobodyWhereItCameFrom() {
        var sample = new SamplePayment();
        host.put(sample);
        for (var reply : List.of(view(sample), host.get("/pay-api/v1/pay/none"), host.get("/pay-api/v1/none"))) {
            assertThat(header(reply, "Cache-Control")).isEqualTo("no-store");
            assertThat(header(reply, "X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(header(reply, "Referrer-Policy")).isEqualTo("no-referrer");
            assertThat(header(reply, "Content-Type")).isEqualTo("application/json");
            assertThat(header(reply, "X-Request-Id"))
                    .isEqualTo(reply.json().at("/meta/request_id").asText());
        }
    }

    @Test
    void headIsAnsweredLikeGetWithoutABody() {
        var sample = new SamplePayment();
        host.put(sample);
        var head = host.send("HEAD", PayHost.api(sample, ""), new byte[0]);
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.text()).isEmpty();
        assertThat(host.send("HEAD", "/pay-api/v1/pay/none", new byte[0]).status())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({
        "POST, '', 'GET, HEAD'",
        "DELETE, '', 'GET, HEAD'",
        "GET, /disclosure-consent, POST",
        "PUT, /slip, POST",
        "GET, /slip, POST"
    })
    void aWrongMethodIsToldTheRightOnes(String method, String operation, String allowed) {
        var reply = host.send(method, PayHost.api(new SamplePayment(), operation), new byte[0]);
        reply.expect(405, "METHOD_NOT_ALLOWED");
        assertThat(header(reply, "Allow")).isEqualTo(allowed);
    }

    @Test
    void thereIsNothingElseOnThisSurface() {
        host.get("/pay-api/v1/pay").expect(404, "ROUTE_NOT_FOUND");
        host.get("/pay-api").expect(404, "ROUTE_NOT_FOUND");
        host.get("/v1/payins").expect(404, "ROUTE_NOT_FOUND");
    }

    @Test
    void theAccountOfAnotherPersonIsWithheldUntilThePayerAccepts() {
        var sample = SamplePayment.matched();
        host.put(sample);
        var before = view(sample);
        assertThat(before.data().get("destination").toString())
                .isEqualTo("{\"bank_code\":null,\"account_no\":null,\"holder_name\":null}");
        assertThat(before.json().at("/meta/screen").asText()).isEqualTo("consent");

        var accepted = host.post(PayHost.api(sample, "/disclosure-consent")).expect(200);
        assertThat(accepted.data().at("/destination/account_no").asText()).isEqualTo("4071234567");
        assertThat(view(sample).data().at("/destination/holder_name").asText()).isEqualTo("Somchai Jaidee");
    }

    @Test
    void acceptingIsWrittenDownOnceWithTimeAddressAndTextVersion() {
        var sample = SamplePayment.matched();
        host.put(sample);
        var before = Instant.now().minusSeconds(1);
        var consent = PayHost.api(sample, "/disclosure-consent?text_version=" + Disclosures.TEXT_VERSION);
        host.post(consent).expect(200);
        host.post(consent).expect(200);
        var records = records(sample);
        assertThat(records).hasSize(1);
        assertThat(records.getFirst().address()).isEqualTo("127.0.0.1");
        assertThat(records.getFirst().textVersion()).isEqualTo(Disclosures.TEXT_VERSION);
        assertThat(records.getFirst().at()).isBetween(before, Instant.now().plusSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-21", "2099-01-01", "x"})
    void aTextThatIsNotShownAnyMoreCannotBeAccepted(String version) {
        var sample = SamplePayment.matched();
        host.put(sample);
        var answer = host.post(PayHost.api(sample, "/disclosure-consent?text_version=" + version))
                .expect(200);
        assertThat(answer.json().at("/meta/screen").asText()).isEqualTo("consent");
        assertThat(answer.data().at("/destination/account_no").isNull()).isTrue();
        assertThat(records(sample)).isEmpty();
    }

    @Test
    void whoShowsConditionsOfTheirOwnIsNotRecordedAsHavingShownOurs() {
        var sample = SamplePayment.matched();
        host.put(sample);
        host.post(PayHost.api(sample, "/disclosure-consent")).expect(200);
        assertThat(records(sample))
                .singleElement()
                .satisfies(record -> assertThat(record.textVersion()).isEqualTo("unstated"));
    }

    @ParameterizedTest
    @EnumSource(
            value = PayinStatus.class,
            names = {"SUCCESS", "EXPIRED", "CANCELLED"})
    void thereIsNothingToAcceptWhereNothingIsMatchedOrItIsOver(PayinStatus status) {
        var over = SamplePayment.matched();
        over.status = status;
        var ordinary = new SamplePayment();
        for (var sample : List.of(over, ordinary)) {
            host.put(sample);
            host.post(PayHost.api(sample, "/disclosure-consent")).expect(200);
            assertThat(records(sample)).isEmpty();
        }
    }

    @Test
    void oneTokenMayComeSoManyTimesAMinute() {
        try (var limited = new PayHost(5)) {
            var sample = new SamplePayment();
            limited.put(sample);
            var replies = new ArrayList<Reply>();
            for (int i = 0; i < 6; i++) {
                replies.add(limited.get(PayHost.api(sample, "")));
            }
            assertThat(replies.subList(0, 5)).allSatisfy(reply -> reply.expect(200));
            var refused = replies.getLast().expect(429, "RATE_LIMITED");
            assertThat(Integer.parseInt(header(refused, "Retry-After"))).isBetween(1, 60);
            assertThat(header(refused, "X-RateLimit-After")).isEqualTo(header(refused, "Retry-After"));
            assertThat(header(refused, "X-RateLimit-Remaining")).isEqualTo("0");

            // Pages and operations count together, from wherever they are asked for; another token has its own.
            assertThat(limited.get("/pay/" + sample.token).status()).isEqualTo(429);
            limited.get(PayHost.api(sample, ""), "X-Forwarded-For", "203.0.113.9")
                    .expect(429, "RATE_LIMITED");
            var other = new SamplePayment();
            limited.put(other);
            limited.get(PayHost.api(other, "")).expect(200);
            // The files of the page are not counted: a page that is shown is shown whole.
            assertThat(limited.get("/pay/assets/000000000000/pay.js").status()).isEqualTo(200);
        }
    }

    private record Consent(String textVersion, String address, Instant at) {}

    private static List<Consent> records(SamplePayment sample) {
        return host.database()
                .run(session -> session.sql("SELECT * FROM disclosure WHERE payin_id = cast(:payin AS uuid)")
                        .bind("payin", sample.payinId)
                        .list(row -> new Consent(
                                row.text("text_version"), row.text("address"), row.instant("accepted_at"))));
    }

    private static String header(Reply reply, String name) {
        return reply.headers().firstValue(name).orElse("");
    }
}
