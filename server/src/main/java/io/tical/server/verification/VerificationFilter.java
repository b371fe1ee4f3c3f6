package io.tical.server.verification;

import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Environments;
import io.tical.server.transaction.ListSql;
import org.jspecify.annotations.Nullable;

/**
 * The conditions of an operators' list of bank accounts.
 *
 * @param verification null for all
 * @param text a prefix of the number, of the holder's name or of an id; an empty text selects all
 */
public record VerificationFilter(@Nullable VerificationStatus verification, Environments environments, String text) {
    /** @throws Problem {@code VERIFICATION_INVALID}, or as of {@link Environments#of} */
    public static VerificationFilter of(Query query) {
        return new VerificationFilter(
                query.word("verification", VerificationStatus.class, "VERIFICATION_INVALID")
                        .orElse(null),
                Environments.of(query),
                query.search());
    }

    /** A list of all organizations, sorted like the index of pending accounts, which has nulls last, or that of all ids, which has them first. */
    public ListSql sorted(ListSql list) {
        return verification == VerificationStatus.PENDING ? list : list.nullsLast();
    }
}
