package io.tical.server.merchant;

import io.tical.db.Database;
import io.tical.server.access.AddressRanges;
import io.tical.server.input.SeenVersion;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
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
        return change(organizationId, "replace", old -> normal);
    }

    /**
     * As {@link #replace(UUID, List)}, if the list is still the one that the person saw.
     *
     * @param seen its version
     * @throws Problem.Conflict {@code VERSION_CONFLICT}
     */
    public List<String> replace(UUID organizationId, List<String> entries, String seen) {
        var normal = normal(entries);
        return change(organizationId, "replace", old -> {
            SeenVersion.require(seen, version(old), "allowlist");
            return normal;
        });
    }

    /** The version of a list that a person saw. */
    public static String version(List<String> entries) {
        return SeenVersion.of(entries.toArray());
    }

    /**
     * Adds entries and returns the list; all others stay.
     *
     * @throws Problem.Invalid with an error for each invalid entry, or if there would be more than 100
     */
    public List<String> add(UUID organizationId, List<String> entries) {
        var added = normal(entries);
        return change(organizationId, "add", old -> {
            var all = new TreeSet<>(old);
            all.addAll(added);
            requireFew(all.size());
            return all;
        });
    }

    /**
     * Removes entries and returns the list; all others stay. Entries that are not in the list are ignored.
     *
     * @throws Problem.Invalid with an error for each invalid entry
     */
    public List<String> remove(UUID organizationId, List<String> entries) {
        var removed = normal(entries);
        return change(organizationId, "remove", old -> {
            var rest = new TreeSet<>(old);
            rest.removeAll(removed);
            return rest;
        });
    }

    private List<String> change(UUID organizationId, String action, Function<List<String>, Set<String>> change) {
        return configuration.change(session -> {
            // The list has no row of its own that two changes at once could lock.
            OrganizationStore.find(session, organizationId, true);
            var now = clock.instant();
            var old = AllowlistStore.list(session, organizationId);
            AllowlistStore.replace(session, organizationId, change.apply(old), now);
            var changed = AllowlistStore.list(session, organizationId);
            if (!changed.equals(old)) {
                var act = new Act(organizationId, action, "ip_allowlist", null, new Logged(old), new Logged(changed));
                AuditEntry.insertLater(session, author, act, now);
            }
            return changed;
        });
    }

    private static void requireFew(int entries) {
        if (entries > ENTRIES_MAX) {
            throw new Problem.Invalid("entries", "too_many", "must have at most " + ENTRIES_MAX + " entries");
        }
    }

    static Set<String> normal(List<String> entries) {
        requireFew(entries.size());
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
