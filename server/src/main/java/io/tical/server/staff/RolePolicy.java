package io.tical.server.staff;

import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What administrators require of the operators of a role.
 *
 * @param secondFactorRequired whether they must sign in with a code; who has no second factor can only set one up
 * @param waivedBy the operators who asked that it is not required any more, and approved that, by username: it stays required of them. Empty
 *     while it is required, and if nobody asked
 * @param version raised by each change; 0 before the first one
 * @param updatedAt null before the first change
 */
public record RolePolicy(
        Operator.Role role,
        boolean secondFactorRequired,
        List<String> waivedBy,
        long version,
        @Nullable Instant updatedAt) {
    static RolePolicy unchanged(Operator.Role role) {
        return new RolePolicy(role, false, List.of(), 0, null);
    }

    /**
     * Whether an operator of the role must have a second factor.
     *
     * @param person whether an operator, by username, counts as the same person
     */
    boolean requiresSecondFactor(Predicate<String> person) {
        return secondFactorRequired || waivedBy.stream().anyMatch(person);
    }
}
