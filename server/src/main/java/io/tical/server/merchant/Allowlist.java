package io.tical.server.merchant;

import io.tical.db.Database;
import io.tical.server.access.AddressRanges;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The addresses that may use a merchant's API keys, in both environments. An empty list allows none.
 *
 * @param author the author of changes, for the audit log
 */
public record Allowlist(Database database, Configuration configuration, Clock clock, Actor author) {
    public static final int ENTRIES_MAX = 100;

    private record Logged(List<String> entries) {}

    /** These use cases with this person as the author. */
    public Allowlist by(Actor person) {
        return new Allowlist(database, configuration, clock, person);
    }

    /** The addresses and CIDR ranges in canonical form. */
    public List<String> list(UUID organizationId) {
        return database.run(session -> AllowlistStore.list(session, organizationId));
    }

    /**
     * Replaces the list and returns the new one.
     *
     * @param entries at most 100 single addresses or CIDR ranges, IPv4 or IPv6
     * @throws Problem.Invalid with an error for each invalid entry
     */
    public List<String> replace(UUID organizationId, List<String> entries) {
        var normal = normal(entries);
        return configuration.change(session -> {
            var now = clock.instant();
            var old = AllowlistStore.list(session, organizationId);
            AllowlistStore.replace(session, organizationId, normal, now);
            var replaced = AllowlistStore.list(session, organizationId);
            if (!replaced.equals(old)) {
                var act =
                        new Act(organizationId, "replace", "ip_allowlist", null, new Logged(old), new Logged(replaced));
                AuditEntry.insertLater(session, author, act, now);
            }
            return replaced;
        });
    }

    static Set<String> normal(List<String> entries) {
        if (entries.size() > ENTRIES_MAX) {
            throw new Problem.Invalid("entries", "too_many", "must have at most " + ENTRIES_MAX + " entries");
        }
        var errors = new ArrayList<Problem.FieldError>();
        for (int i = 0; i < entries.size(); i++) {
            if (AddressRanges.normal(entries.get(i)).isEmpty()) {
                var message = entries.get(i) + " is not an IP address or a CIDR range";
                errors.add(new Problem.FieldError("entries[" + i + "]", "address", message));
            }
        }
        Problem.Invalid.check(errors);
        return entries.stream()
                .flatMap(entry -> AddressRanges.normal(entry).stream())
                .collect(Collectors.toSet());
    }
}
