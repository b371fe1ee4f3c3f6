package io.tical.server.treasury;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.Merchant;
import io.tical.server.verification.VerificationContract;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Finance verifies the accounts of organizations: {@code /admin/v1/organization-accounts}. */
class OrganizationAccountAdminTest extends VerificationContract {
    private static final String OWN = "/v1/organizations/accounts";
    private static final AtomicLong NUMBERS = new AtomicLong(8_000_000_000L);

    OrganizationAccountAdminTest() {
        super("/admin/v1/organization-accounts", "ORGANIZATION_ACCOUNT");
    }

    @Override
    protected String pending() {
        return account(live);
    }

    private static String account(Merchant merchant) {
        return merchant.post(OWN, String.format(Locale.ROOT, """
                {"bank_code":"KBANK","account_no":"%d","holder_name":"Shop Ltd.","label":"main"}""", NUMBERS.incrementAndGet()))
                .expect(201)
                .word("id");
    }

    private boolean verified(String id) {
        return live.get(OWN)
                .expect(200)
                .data()
                .valueStream()
                .filter(one -> one.get("id").asText().equals(id))
                .findFirst()
                .orElseThrow()
                .get("is_verified")
                .asBoolean();
    }

    private int waiting() {
        return finance.get("/admin/v1/overview")
                .expect(200)
                .data()
                .get("queues")
                .valueStream()
                .filter(queue -> queue.get("queue").asText().equals("organization_accounts_pending"))
                .findFirst()
                .orElseThrow()
                .get("count")
                .asInt();
    }

    @Test
    void aLiveAccountWaitsForFinanceAndATestAccountDoesNot() {
        var before = waiting();
        var id = account(live);
        var inTest = account(test);
        assertThat(waiting()).isEqualTo(before + 1);
        assertThat(listed("pending")).contains(id).doesNotContain(inTest);
        assertThat(listed("verified")).contains(inTest);
        assertThat(listed("unverified")).isEmpty();
        assertThat(verified(id)).isFalse();

        var verified = finance.post(path(id) + "/verify", "{}").expect(200);
        assertThat(verified.word("label")).isEqualTo("main");
        assertThat(verified(id)).isTrue();
        assertThat(waiting()).isEqualTo(before);
        assertThat(listed("verified")).contains(id);
        finance.post(path(inTest) + "/refuse", "{}").expect(409, invalid());
    }

    @Test
    void aSearchFindsAnAccountUntilItIsRemoved() {
        var id = account(live);
        var accountNo = Long.toString(NUMBERS.get());
        for (var q : List.of(id, accountNo)) {
            assertThat(finance.get("/admin/v1/search?q=" + q).expect(200).data())
                    .extracting(hit ->
                            hit.get("type").asText() + " " + hit.get("id").asText())
                    .containsExactly("organization_account " + id);
        }
        live.send("DELETE", OWN + "/" + id, Map.of(), null).expect(200);
        for (var q : List.of(id, accountNo)) {
            assertThat(finance.get("/admin/v1/search?q=" + q).expect(200).data())
                    .isEmpty();
        }
    }

    @Test
    void whatTheMerchantChangesMeanwhileStays() {
        var id = account(live);
        live.send("PATCH", OWN + "/" + id, Map.of(), "{\"label\":\"other\",\"is_default\":true}")
                .expect(200);
        var verified = finance.post(path(id) + "/verify", "{}").expect(200);
        assertThat(verified.word("label")).isEqualTo("other");
        assertThat(verified.data().get("is_default").asBoolean()).isTrue();
    }

    @Test
    void aRemovedAccountIsNotFound() {
        var id = account(live);
        live.send("DELETE", OWN + "/" + id, Map.of(), null).expect(200);
        finance.get(path(id)).expect(404, notFound());
        finance.post(path(id) + "/verify", "{}").expect(404, notFound());
        assertThat(listed("pending")).doesNotContain(id);
    }
}
