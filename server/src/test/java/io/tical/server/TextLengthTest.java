package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Limits on texts count characters, whatever each takes in memory: an emoji, two UTF-16 units, is one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TextLengthTest {
    private static final String EMOJI = "\uD83D\uDE00";
    private static final String ENCODED = "%F0%9F%98%80";

    private TestService service;
    private Merchant merchant;
    private DashboardClient owner;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        merchant = service.merchant();
        owner = service.owner(merchant);
    }

    @AfterAll
    void stop() {
        service.close();
    }

    @Test
    void aSearchMayHaveTwoHundredCharactersOfAnyKind() {
        for (var path : List.of("/v1/payins", "/v1/payouts", "/v1/customers")) {
            merchant.get(path + "?q=" + ENCODED.repeat(101)).expect(200);
            merchant.get(path + "?q=" + ENCODED.repeat(200)).expect(200);
            merchant.get(path + "?q=" + ENCODED.repeat(201)).expect(400, "VALIDATION_FAILED");
        }
    }

    @Test
    void soMayEveryTextOfABodyUpToItsLimit() {
        for (int length : new int[] {255, 256}) {
            var status = length == 255 ? 201 : 400;
            merchant.payin(EMOJI.repeat(length), 50_000).expect(status);
            merchant.post("/v1/payins", String.format(Locale.ROOT, """
                    {"order_ref":"notes-%1$d","amount":50000,"currency":"THB","notes":"%2$s"}""", length, EMOJI.repeat(length)))
                    .expect(status);
        }
    }

    @Test
    void soMayMetadata() {
        for (int length : new int[] {255, 256}) {
            var status = length == 255 ? 201 : 400;
            merchant.post("/v1/customers", String.format(Locale.ROOT, """
                    {"holder_name":"Somchai","bank_code":"KBANK","account_no":"1000000%1$d","metadata":{"k":"%2$s"}}""", length, EMOJI.repeat(length)))
                    .expect(status);
            merchant.post("/v1/customers", String.format(Locale.ROOT, """
                    {"holder_name":"Somchai","bank_code":"KBANK","account_no":"2000000%1$d","metadata":{"%2$s":"v"}}""", length, EMOJI.repeat(length)))
                    .expect(status);
        }
    }

    @Test
    void soMayTheNamesOfTheDashboard() {
        for (int length : new int[] {100, 101}) {
            var reply = owner.change("POST", "/api/keys", """
                    {"environment":"test","name":"%s"}""".formatted(EMOJI.repeat(length)));
            assertThat(reply.status()).as(reply.text()).isEqualTo(length == 100 ? 201 : 400);
        }
        service.tical().organizations().create(EMOJI.repeat(100), "THB", "Asia/Bangkok");
    }
}
