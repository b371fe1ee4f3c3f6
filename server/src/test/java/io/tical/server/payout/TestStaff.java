package io.tical.server.payout;

import io.tical.server.transaction.StaffDecision;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Decisions of an operator, each in a request of its own. */
final class TestStaff {
    private TestStaff() {}

    static StaffDecision decision() {
        return decision(null, null);
    }

    static StaffDecision noted(String note) {
        return decision(null, note);
    }

    static StaffDecision seen(long version) {
        return decision(version, null);
    }

    private static StaffDecision decision(@Nullable Long version, @Nullable String note) {
        return new StaffDecision("finance", version, note, UUID.randomUUID().toString());
    }
}
