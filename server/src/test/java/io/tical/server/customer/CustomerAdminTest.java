package io.tical.server.customer;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.Reply;
import io.tical.server.verification.VerificationContract;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Finance verifies the accounts of customers: {@code /admin/v1/customers}. */
class CustomerAdminTest extends VerificationContract {
    private static final AtomicLong NUMBERS = new AtomicLong(7_000_000_000L);

    CustomerAdminTest() {
        super("/admin/v1/customers", "CUSTOMER");
    }

    private String account() {
        return live.customer("Malee Srisuk", Long.toString(NUMBERS.incrementAndGet()))
                .word("id");
    }

    @Override
    protected String pending() {
        var id = account();
        request(id);
        return id;
    }

    private void request(String id) {
        live.post("/v1/customers/" + id + "/verify").expect(202);
    }

    private Reply payout(String account, long amount) {
        return live.post("/v1/payouts", String.format(Locale.ROOT, """
                {"order_ref":"%s","amount":%d,"dest_account_id":"%s"}""", Ids.next(), amount, account))
                .expect(201);
    }

    @Test
    void aVerifiedAccountNeedsNoReview() {
        var id = pending();
        assertThat(payout(id, 5_000_001).word("status")).isEqualTo("pending_review");
        assertThat(listed("pending")).contains(id);
        assertThat(listed("verified")).doesNotContain(id);

        finance.post(path(id) + "/verify", "{}").expect(200);
        assertThat(listed("pending")).doesNotContain(id);
        assertThat(listed("verified")).contains(id);
        assertThat(live.get("/v1/customers/" + id)
                        .expect(200)
                        .data()
                        .get("is_verified")
                        .asBoolean())
                .isTrue();
        assertThat(payout(id, 5_000_001).word("status")).isEqualTo("processing");
    }

    @Test
    void theMerchantAsksAgainAfterARefusal() {
        var id = pending();
        finance.post(path(id) + "/refuse", "{}").expect(200);
        assertThat(payout(id, 5_000_001).word("status")).isEqualTo("pending_review");
        request(id);
        assertThat(listed("pending")).contains(id);
        finance.post(path(id) + "/verify", "{}").expect(200);
        request(id);
        assertThat(finance.get(path(id)).expect(200).word("verification")).isEqualTo("verified");
        assertThat(log(id)).extracting(line -> line.get("action").asText()).containsExactly("verify", "refuse");
    }

    @Test
    void financeMayVerifyWithoutARequest() {
        var id = account();
        assertThat(listed("unverified")).contains(id);
        finance.post(path(id) + "/refuse", "{}").expect(409, invalid());
        finance.post(path(id) + "/verify", "{}").expect(200);
    }

    @Test
    void aRepeatedRefusalDoesNotUndoANewRequest() {
        var id = pending();
        var requestId = Ids.next().toString();
        finance.repeatable(requestId, path(id) + "/refuse", "{}").expect(200);
        request(id);
        var again = finance.repeatable(requestId, path(id) + "/refuse", "{}").expect(200);
        assertThat(again.word("verification")).isEqualTo("pending");
        assertThat(log(id)).hasSize(1);
    }
}
