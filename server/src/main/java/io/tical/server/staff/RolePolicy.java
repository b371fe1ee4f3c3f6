package io.tical.server.staff;

import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What administrators require of the operators of a role.
 *
 * @param secondFactorRequired whether they must sign in with a code; who has no second factor can only set one up
 * @param waivedBy the operator who asked that it is not required any more, of whom it stays required; null while it is required, and if nobody
 *     asked
 * @param version raised by each change; 0 before the first one
 * @param updatedAt null before the first change
 */
public record RolePolicy(
        Operator.Role role,
        boolean secondFactorRequired,
        @Nullable String waivedBy,
        long version,
        @Nullable Instant updatedAt) {
    static RolePolicy unchanged(Operator.Role role) {
        return new RolePolicy(role, false, null, 0, null);
    }

    /**
     * Whether an operator of the role must have a second factor.
     *
     * @param person whether an operator, by username, counts as the same person
     */
    boolean requiresSecondFactor(Predicate<String> person) {
        return secondFactorRequired || (waivedBy != null && person.test(waivedBy));
    }
}
