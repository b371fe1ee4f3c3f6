package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class RowChangeTest {
    private static final UUID ORGANIZATION = UUID.fromString("019a0000-0000-7000-8000-000000000001");

    private static RowKey payout(long number) {
        return RowKey.of("payout", List.of(ORGANIZATION, true, new UUID(7, number)));
    }

    @Test
    void changesAreReadAsTheyWereWritten() {
        var changes = List.of(
                new RowChange(payout(1), null, 5L),
                new RowChange(payout(2), 5L, -6L),
                new RowChange(payout(2), -6L, null),
                new RowChange(payout(2), null, null),
                new RowChange(RowKey.of("slip_reference", List.of("ref ไทย", "004", false)), null, Long.MIN_VALUE),
                new RowChange(RowKey.of("slip_reference", List.of("", "", false)), null, 0L),
                new RowChange(RowKey.of("slip_reference", List.of("x".repeat(9_000), "", false)), null, 0L),
                new RowChange(RowKey.of("slip_reference", List.of("x".repeat(9_001), "", false)), null, 0L),
                new RowChange(RowKey.of("api_key_hash", List.of(new byte[] {0, -1, 7})), null, 1L),
                new RowChange(payout(3), null, 1L));
        assertThat(RowChange.decode(RowChange.encode(changes))).isEqualTo(changes);
        assertThat(RowChange.decode(RowChange.encode(List.of()))).isEmpty();
    }

    @RepeatedTest(20)
    void anyChangesAreReadAsTheyWereWritten() {
        var random = new Random();
        var changes = new ArrayList<RowChange>();
        for (int number = random.nextInt(50); number > 0; number--) {
            var key = RowKey.of(
                    random.nextBoolean() ? "a" : "another_table",
                    List.of(new UUID(0, random.nextInt(3)), random.nextBoolean(), "t".repeat(random.nextInt(400)), 3L));
            changes.add(new RowChange(
                    key,
                    random.nextBoolean() ? null : random.nextLong(),
                    random.nextBoolean() ? null : random.nextLong()));
        }
        assertThat(RowChange.decode(RowChange.encode(changes)))
                .as("%s", changes)
                .isEqualTo(changes);
    }

    @Test
    void aKeyIsNamedByItsColumns() {
        var columns = List.of(
                new StoredColumn("organization_id", "uuid"),
                new StoredColumn("livemode", "boolean"),
                new StoredColumn("reference", "text"),
                new StoredColumn("step", "integer"));
        var key = RowKey.of("payout_step", List.of(ORGANIZATION, true, "ไทย", 2));
        assertThat(key.name(columns))
                .isEqualTo("organization_id " + ORGANIZATION + ", livemode true, reference ไทย, step 2");
        var hash = RowKey.of("api_key_hash", List.of(new byte[] {0, -1, 7}));
        assertThat(hash.name(List.of(new StoredColumn("key_hash", "bytea")))).isEqualTo("key_hash 00ff07");
        assertThat(payout(1).name(columns.reversed())).matches("[0-9a-f]{66}");
    }

    @Test
    void aPayoutThatIsCreatedTakesFewBytes() {
        var changes = new ArrayList<RowChange>();
        for (long number = 0; number < 100; number++) {
            changes.add(new RowChange(payout(number), null, number));
        }
        assertThat(RowChange.encode(changes).length / 100).isLessThanOrEqualTo(16);
        var leg = RowKey.of("payout_step", List.of(ORGANIZATION, true, new UUID(7, 0), 1L));
        assertThat(RowChange.encode(List.of(changes.getFirst(), new RowChange(leg, null, 1L))))
                .hasSize(84);
    }
}
