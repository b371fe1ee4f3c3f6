package io.tical.server.collection;

import io.tical.db.Session;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

/**
 * The time zones in which the banks of the operator's accounts book. Days and times of an account's statements, and of its files, are in it.
 *
 * @param otherwise of accounts that say none
 */
public record AccountZones(ZoneId otherwise) {
    public ZoneId of(CollectionAccount account) {
        return of(account.terms());
    }

    ZoneId of(AccountTerms terms) {
        return Objects.requireNonNullElse(terms.zone(), otherwise);
    }

    /** The zone of an account, as the transaction sees it. */
    public ZoneId of(Session session, UUID account) {
        return CollectionAccountStore.find(session, account, false)
                .map(this::of)
                .orElse(otherwise);
    }

    /** The zones of all accounts, as the transaction sees them. */
    public All all(Session session) {
        var zones = new HashMap<UUID, ZoneId>();
        CollectionAccountStore.list(session).forEach(account -> zones.put(account.id(), of(account)));
        return new All(otherwise, zones);
    }

    /** The zones of all accounts at one time. */
    public record All(ZoneId otherwise, Map<UUID, ZoneId> zones) {
        public ZoneId of(UUID account) {
            return zones.getOrDefault(account, otherwise);
        }
    }
}
