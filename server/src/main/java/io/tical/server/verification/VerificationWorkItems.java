package io.tical.server.verification;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.server.decision.LeaseView;
import io.tical.server.decision.WorkItems;
import io.tical.server.input.Query;
import io.tical.server.staff.Permission;
import io.tical.server.verification.VerifiableAccounts.Reviewed;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The bank accounts of one kind, of all organizations.
 *
 * @param tree the path of their list, such as {@code /admin/v1/customers}
 */
public record VerificationWorkItems(String tree, Verifications verifications) implements WorkItems<Reviewed> {
    private record View(
            @JsonUnwrapped Object account,
            UUID organizationId,
            String organizationName,
            VerificationStatus verification,
            @Nullable Instant verificationRefusedAt,
            @JsonUnwrapped LeaseView lease) {}

    @Override
    public Kind kind() {
        return new Kind(tree, verifications.accounts().resource(), Permission.CUSTOMERS);
    }

    @Override
    public List<String> filters() {
        return List.of("verification", "organization_id", "livemode", "q");
    }

    @Override
    public Selected<Reviewed> select(Query query) {
        var filter = VerificationFilter.of(query);
        return new Selected<>(filter.toString(), page -> verifications.list(filter, page));
    }

    @Override
    public Reviewed get(UUID id) {
        return verifications.find(id);
    }

    @Override
    public Standing standing(Reviewed account) {
        return new Standing(account.status(), verifications.decidable(account));
    }

    @Override
    public Object row(Reviewed account, String organizationName, LeaseView lease) {
        return new View(
                account.account(),
                account.key().organizationId(),
                organizationName,
                account.status(),
                account.refusedAt(),
                lease);
    }
}
