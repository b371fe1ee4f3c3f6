package io.tical.server.interorg;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Operators read the transfers between all organizations. */
class OrganizationTransferAdminTest extends AuditedService {
    private static final String TREE = "/admin/v1/organization-transfers";

    private OperatorClient operator;
    private Merchant one;
    private Merchant two;
    private Merchant three;
    /** Newest first. */
    private final List<String> sent = new ArrayList<>();

    @Override
    protected TestService.Work work() {
        return TestService.WITHOUT_WORK;
    }

    @BeforeAll
    void prepare() {
        operator = service.operator(Operator.Role.SUPPORT);
        one = service.merchant().funded("THB", 10_000);
        two = service.merchant().funded("THB", 10_000);
        three = service.merchant();
        send(one, two, "first");
        send(two, one, "second");
        send(one, three, "third");
        send(service.fundedLive(one, 1_000), two, "live");
        send(two, three, "fifth");
    }

    private void send(Merchant from, Merchant to, String reference) {
        sent.addFirst(
                TransferPair.send(service, from, to, 100, reference).expect(201).word("id"));
    }

    private List<String> listed(String query) {
        return operator.get(TREE + query)
                .expect(200)
                .data()
                .valueStream()
                .map(item -> item.get("id").asText())
                .toList();
    }

    @Test
    void everyTransferIsListedOnceAndByOrganizationInBothDirections() {
        assertThat(listed("")).isEqualTo(sent);
        assertThat(listed("?organization_id=" + one.organizationId()))
                .containsExactly(sent.get(1), sent.get(2), sent.get(3), sent.get(4));
        assertThat(listed("?organization_id=" + three.organizationId())).containsExactly(sent.get(0), sent.get(2));
        assertThat(listed("?organization_id=" + two.organizationId() + "&livemode=true"))
                .containsExactly(sent.get(1));
        assertThat(listed("?organization_id=" + Ids.next())).isEmpty();
        operator.get(TREE + "?organization_id=x").expect(400, "VALIDATION_FAILED");
    }

    @Test
    void theListIsReadPageByPage() {
        var read = new ArrayList<String>();
        var cursor = "";
        do {
            var page = operator.get(TREE + "?limit=2" + cursor).expect(200);
            page.data().forEach(item -> read.add(item.get("id").asText()));
            var next = page.json().get("meta").path("next_cursor");
            cursor = next.isMissingNode() ? "" : "&cursor=" + next.asText();
        } while (!cursor.isEmpty());
        assertThat(read).isEqualTo(sent);
        assertThat(listed("?limit=2&offset=2")).isEqualTo(sent.subList(2, 4));
    }

    @Test
    void oneTransferHasBothSidesAndTheirPostings() {
        var transfer = operator.get(TREE + "/" + sent.getLast()).expect(200).data();
        assertThat(transfer.at("/sender/organization_id").asText())
                .isEqualTo(one.organizationId().toString());
        assertThat(transfer.at("/sender/code").asText()).isEqualTo(TransferPair.code(service, one));
        assertThat(transfer.at("/receiver/organization_id").asText())
                .isEqualTo(two.organizationId().toString());
        assertThat(transfer.get("merchant_ref_id").asText()).isEqualTo("first");
        assertThat(transfer.get("timeline"))
                .extracting(item -> item.get("title").asText())
                .containsExactly("created", "organization_transfer_out", "organization_transfer_in");
        operator.get(TREE + "/" + Ids.next()).expect(404, "ORGANIZATION_TRANSFER_NOT_FOUND");
    }

    @Test
    void aSearchFindsATransferOnceByItsIdAndByTheBeginningOfItsReference() {
        for (var text : List.of(sent.getLast(), "firs")) {
            var hits = operator.get("/admin/v1/search?q=" + text).expect(200).data();
            assertThat(hits.size()).as(text).isEqualTo(1);
            JsonNode hit = hits.get(0);
            assertThat(hit.get("type").asText()).isEqualTo("organization_transfer");
            assertThat(hit.get("id").asText()).isEqualTo(sent.getLast());
            assertThat(hit.get("organization_id").asText())
                    .isEqualTo(one.organizationId().toString());
            assertThat(hit.get("amount").asLong()).isEqualTo(100);
        }
    }
}
