package io.tical.server.verification;

import io.tical.common.Ids;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Environments;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of an operators' list of bank accounts.
 *
 * @param verification null for all
 * @param organizationId null for all
 * @param text a prefix of the number, of the holder's name or of an id; an empty text selects all
 */
public record VerificationFilter(
        @Nullable VerificationStatus verification, @Nullable UUID organizationId, String text) {
    /** @throws Problem.BadRequest {@code VERIFICATION_INVALID} or {@code ID_INVALID} */
    public static VerificationFilter of(Query query) {
        return new VerificationFilter(
                query.word("verification", VerificationStatus.class, "VERIFICATION_INVALID")
                        .orElse(null),
                query.text("organization_id").map(VerificationFilter::id).orElse(null),
                query.search());
    }

    /** The environments that it selects. */
    public Environments environments() {
        return new Environments(organizationId, null);
    }

    /**
     * How the list of all organizations is sorted, so that an index has the order: that of pending accounts, which sorts nulls last, or
     * that of all ids, which sorts them first.
     */
    public String newestFirst() {
        return verification == VerificationStatus.PENDING ? " DESC" : " DESC NULLS LAST";
    }

    private static UUID id(String text) {
        return Ids.parse(text).orElseThrow(() -> new Problem.BadRequest("ID_INVALID", "organization_id must be an id"));
    }
}
