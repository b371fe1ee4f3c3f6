package io.tical.server.verification;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.server.decision.WorkItems;
import io.tical.server.decision.WorkItems.Kind;
import io.tical.server.decision.WorkItems.Selected;
import io.tical.server.decision.WorkItems.Standing;
import io.tical.server.input.Query;
import io.tical.server.staff.Permission;
import io.tical.server.verification.VerifiableAccounts.Reviewed;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bank accounts of one kind, of all organizations. */
public final class VerificationWorkItems {
    private VerificationWorkItems() {}

    private record View(
            @JsonUnwrapped Object account,
            VerificationStatus verification,
            @Nullable Instant verificationRefusedAt) {}

    /** @param tree the path of their list, such as {@code /admin/v1/customers} */
    public static WorkItems<Reviewed> of(String tree, Verifications verifications) {
        return new WorkItems<>(
                new Kind(tree, verifications.accounts().resource(), Permission.CUSTOMERS),
                List.of("verification", "organization_id", "livemode", "q"),
                query -> select(verifications, query),
                verifications::find,
                account -> new Standing(account.status(), verifications.decidable(account)),
                account -> new View(account.account(), account.status(), account.refusedAt()));
    }

    private static Selected<Reviewed> select(Verifications verifications, Query query) {
        var filter = VerificationFilter.of(query);
        return new Selected<>(filter.toString(), page -> verifications.list(filter, page));
    }
}
