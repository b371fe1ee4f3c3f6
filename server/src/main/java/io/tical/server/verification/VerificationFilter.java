package io.tical.server.verification;

import io.tical.common.Ids;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import java.util.Optional;
import java.util.UUID;

/** The conditions of an operators' list of bank accounts. */
public record VerificationFilter(Optional<VerificationStatus> verification, Optional<UUID> organizationId) {
    /** @throws Problem.BadRequest {@code VERIFICATION_INVALID} or {@code ID_INVALID} */
    public static VerificationFilter of(Query query) {
        return new VerificationFilter(
                query.word("verification", VerificationStatus.class, "VERIFICATION_INVALID"),
                query.text("organization_id").map(VerificationFilter::id));
    }

    private static UUID id(String text) {
        return Ids.parse(text).orElseThrow(() -> new Problem.BadRequest("ID_INVALID", "organization_id must be an id"));
    }
}
