package io.tical.server.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.staff.Operator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators list the payouts of all organizations. */
class PayoutQueueTest extends AuditedService {
    private static final int OF_EACH = 3;

    private final List<Merchant> merchants = new ArrayList<>();
    /** Newest first. */
    private final List<String> held = new ArrayList<>();
    /** Newest first. */
    private final List<String> manual = new ArrayList<>();
    /** Newest first. */
    private final List<String> test = new ArrayList<>();

    private OperatorClient support;

    @BeforeAll
    void prepare() {
        support = service.operator(Operator.Role.SUPPORT);
        var payouts = new AdminPayouts(support);
        for (int i = 0; i < 2; i++) {
            var merchant = service.merchant().funded("THB", 100_000);
            merchants.add(merchant);
        }
        var live = merchants.stream()
                .map(one -> service.fundedLive(one, 100_000_000))
                .toList();
        for (int i = 0; i < OF_EACH; i++) {
            for (int m = 0; m < merchants.size(); m++) {
                test.addFirst(id(merchants.get(m), "test-" + i, 10_000));
                held.addFirst(id(live.get(m), "held-" + i, 6_000_000));
                manual.addFirst(id(live.get(m), "manual-" + m + i, 1_000_000));
            }
        }
        manual.forEach(id -> payouts.awaitPossible(id, "outcome"));
    }

    private static String id(Merchant merchant, String reference, long amount) {
        return merchant.payout(reference, amount).expect(201).word("id");
    }

    private List<String> list(String query) {
        return support.get("/admin/v1/payouts?limit=100" + query)
                .expect(200)
                .data()
                .valueStream()
                .map(one -> one.get("id").asText())
                .toList();
    }

    @Test
    void aQueueHasThePayoutsOfAllOrganizationsNewestFirst() {
        assertThat(list("&status=pending_review")).containsExactlyElementsOf(held);
        assertThat(list("&status=processing&rail=manual")).containsExactlyElementsOf(manual);
        assertThat(list("&rail=manual")).containsExactlyElementsOf(manual);
        assertThat(list("&rail=nowhere")).isEmpty();
        assertThat(list("&livemode=false")).containsExactlyElementsOf(test);
        assertThat(list("&livemode=true")).hasSize(4 * OF_EACH);
        assertThat(list("")).hasSize(6 * OF_EACH).isSortedAccordingTo((a, b) -> b.compareTo(a));
        assertThat(list("&status=failed")).isEmpty();
        var first = merchants.getFirst().organizationId();
        assertThat(list("&organization_id=" + first)).hasSize(3 * OF_EACH);
        assertThat(list("&status=pending_review&organization_id=" + first)).hasSize(OF_EACH);
    }

    @Test
    void anItemShowsItsMerchantAndItsLeaseHolder() {
        var finance = service.operator(Operator.Role.FINANCE);
        var id = held.getFirst();
        finance.post(AdminPayouts.path(id) + "/claim").expect(200);
        var item = support.get("/admin/v1/payouts?status=pending_review&limit=1")
                .expect(200)
                .data()
                .get(0);
        assertThat(item.get("id").asText()).isEqualTo(id);
        assertThat(item.get("organization_id").asText())
                .isEqualTo(merchants.getLast().organizationId().toString());
        assertThat(item.get("organization_name").asText()).startsWith("Shop ");
        assertThat(item.get("claimed_by").asText()).isEqualTo(finance.username());
        assertThat(item.get("claimed_until").asLong()).isPositive();
        assertThat(item.get("version").asLong()).isOne();
        assertThat(item.get("rail").isNull()).isTrue();
        assertThat(item.get("review_reason").asText()).isEqualTo("destination_unverified");
    }

    @Test
    void pagesFollowEachOther() {
        for (var query : List.of("", "&status=pending_review", "&rail=manual", "&q=manual")) {
            var paged = new ArrayList<String>();
            var target = "/admin/v1/payouts?limit=2" + query;
            while (target != null) {
                var page = support.get(target).expect(200);
                page.data().forEach(one -> paged.add(one.get("id").asText()));
                var cursor = page.json().at("/meta/next_cursor").asText();
                target = cursor.isEmpty() ? null : "/admin/v1/payouts?limit=2" + query + "&cursor=" + cursor;
            }
            assertThat(paged).as(query).containsExactlyElementsOf(list(query));
            assertThat(list(query + "&offset=3")).isEqualTo(paged.subList(3, paged.size()));
        }
    }

    @Test
    void aSearchFindsReferenceIdHolderAndAccount() {
        assertThat(list("&q=manual-00")).hasSize(1);
        assertThat(list("&q=manual-0")).hasSize(OF_EACH);
        assertThat(list("&q=" + held.getLast())).containsExactly(held.getLast());
        assertThat(list("&q=somchai")).hasSize(6 * OF_EACH);
        assertThat(list("&q=somchai&status=pending_review")).containsExactlyElementsOf(held);
        assertThat(list("&q=1234567890&livemode=false")).containsExactlyElementsOf(test);
        assertThat(list("&q=nobody")).isEmpty();
        assertThat(list("&q=%25")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"status=lost", "livemode=1", "organization_id=shop"})
    void aWrongFilterIsRefused(String query) {
        support.get("/admin/v1/payouts?" + query).expect(400, "VALIDATION_FAILED");
    }

    @Test
    void aCursorBelongsToItsFilters() {
        var cursor = support.get("/admin/v1/payouts?limit=1")
                .expect(200)
                .json()
                .at("/meta/next_cursor")
                .asText();
        support.get("/admin/v1/payouts?limit=1&status=failed&cursor=" + cursor).expect(400, "CURSOR_INVALID");
    }

    @Test
    void supportReadsAndDoesNotDecide() {
        var path = AdminPayouts.path(held.getLast());
        support.post(path + "/claim").expect(403, "PERMISSION_DENIED");
        support.post(path + "/decision", "{\"version\":1,\"decision\":\"approve\"}")
                .expect(403, "PERMISSION_DENIED");
        support.post(path + "/refund", "{\"version\":1,\"reason\":\"none\"}").expect(403, "PERMISSION_DENIED");
    }
}
