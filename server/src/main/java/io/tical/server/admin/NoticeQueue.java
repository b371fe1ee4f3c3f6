package io.tical.server.admin;

import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.overview.Queue;
import io.tical.server.transaction.Notices;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** New notices, for the event stream. Who has acknowledged one is a matter of each administrator, so it is no queue of the overview. */
final class NoticeQueue implements Queue {
    @Override
    public String name() {
        return "notices";
    }

    @Override
    public String type() {
        return "notice";
    }

    @Override
    public States states(Session session, Instant now) {
        var none = State.of(this, 0, 0, null, null);
        return new States(none, none);
    }

    @Override
    public Map<TransactionKey, Item> newest(Session session, int rowsMax) {
        return Notices.newest(session, rowsMax).stream().collect(Collectors.toMap(NoticeQueue::key, NoticeQueue::item));
    }

    /** Notices stay. */
    @Override
    public Map<TransactionKey, Item> find(Session session, Collection<TransactionKey> keys) {
        return keys.stream().collect(Collectors.toMap(Function.identity(), key -> item(key.id())));
    }

    private static TransactionKey key(UUID id) {
        return TransactionKey.ofService(true, id);
    }

    private static Item item(UUID id) {
        return new Item(id, null, "new", true);
    }
}
