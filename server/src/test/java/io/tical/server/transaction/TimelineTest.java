package io.tical.server.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Ids;
import io.tical.server.Merchant;
import io.tical.server.TestService;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A timeline is in the order of its times, of which the creation has the first, whatever second the parts of a commit fell into. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TimelineTest {
    private record Nothing() implements Timeline.Created {}

    private TestService service;
    private Merchant merchant;

    @BeforeAll
    void start() {
        service = TestService.start(Map.of(), TestService.WITHOUT_WORK);
        merchant = service.merchant().funded("THB", 1_000_000);
    }

    @AfterAll
    void stop() {
        service.close();
    }

    private static TimelineItem item(Instant at, String title) {
        return new TimelineItem(at, "state", title, Map.of(), null);
    }

    @Test
    void anEntryOfTheCreatingTransactionHasTheTimeOfTheCreation() {
        var createdAt = Instant.parse("2026-01-01T00:00:01.002Z");
        var items = new Timeline(createdAt)
                .also(List.of(
                        item(createdAt.plusMillis(1), "third"),
                        item(createdAt.minusMillis(5), "first"),
                        item(createdAt, "second")))
                .afterCreation(new Nothing(), null);
        assertThat(items.stream().map(TimelineItem::title)).containsExactly("created", "first", "second", "third");
        assertThat(items.stream().map(TimelineItem::at))
                .allMatch(at -> at.getEpochSecond() == createdAt.getEpochSecond());
    }

    @Test
    void itemsOfOneSecondAreOrderedByTheirMilliseconds() {
        var createdAt = Instant.parse("2026-01-01T00:00:00.100Z");
        var items = new Timeline(createdAt)
                .also(List.of(item(createdAt.plusMillis(30), "b"), item(createdAt.plusMillis(900), "c")))
                .also(List.of(item(createdAt.plusMillis(20), "a"), item(createdAt.plusMillis(899), "b2")))
                .afterCreation(new Nothing(), null);
        assertThat(items.stream().map(TimelineItem::title)).containsExactly("created", "a", "b", "b2", "c");
    }

    /** Moves what a commit wrote about an object to the last millisecond of the second before the object's id. */
    private void plantBeforeCreation(String id) {
        var before =
                Ids.madeAt(UUID.fromString(id)).truncatedTo(ChronoUnit.SECONDS).minusMillis(1);
        service.sql("UPDATE transfer SET created_at = '%s' WHERE reference = '%s'".formatted(before, id));
        service.sql("UPDATE state_change SET created_at = '%s' WHERE object_id = '%s'".formatted(before, id));
        service.asService(
                "delivery", "UPDATE delivery SET created_at = '%s' WHERE transaction_id = '%s'".formatted(before, id));
    }

    private void requireOrder(String path) {
        var items = merchant.get(path).expect(200).data();
        assertThat(items.size()).isGreaterThan(1);
        assertThat(items.get(0).get("title").asText()).isEqualTo("created");
        assertThat(StreamSupport.stream(items.spliterator(), false)
                        .map((JsonNode item) -> item.get("at").asLong()))
                .isSorted();
    }

    @Test
    void theSecondMayTurnDuringTheCreationOfAPayout() {
        var payout = merchant.payout("order", 20_000).expect(201).word("id");
        plantBeforeCreation(payout);
        requireOrder("/v1/payouts/" + payout + "/timeline");
        merchant.post("/v1/payouts/" + payout + "/test-confirm").expect(200);
        plantBeforeCreation(payout);
        requireOrder("/v1/payouts/" + payout + "/timeline");
    }

    @Test
    void orOfAPayin() {
        var payin = merchant.payin("order", 20_000).expect(201).word("id");
        merchant.post("/v1/payins/" + payin + "/test-confirm").expect(200);
        plantBeforeCreation(payin);
        requireOrder("/v1/payins/" + payin + "/timeline");
    }
}
