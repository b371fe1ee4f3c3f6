package io.tical.server.overview;

import io.tical.db.Session;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The SQL of the marks of lists. */
final class ListMarkStore {
    private ListMarkStore() {}

    /**
     * Raises the numbers of lists, in the order of their keys, so that nodes do not wait for each other in a circle. The transaction is not
     * flushed: a crash of the database loses marks, and with them the streams that would have told of them.
     */
    static void raise(Session session, Collection<ListMark> marks) {
        session.sql("SET LOCAL synchronous_commit TO off").run();
        session.sql("""
                        INSERT INTO list_mark (list, livemode, changes)
                        SELECT m.list, m.livemode, 1 FROM unnest(cast(:lists AS text[]), cast(:livemodes AS boolean[])) AS m (list, livemode)
                        ORDER BY m.list, m.livemode
                        ON CONFLICT (list, livemode) DO UPDATE SET changes = list_mark.changes + 1
                        """)
                .bindEach("lists", marks, ListMark::list)
                .bindEach("livemodes", marks, ListMark::livemode)
                .run();
    }

    /** The numbers of all lists that have changed ever. */
    static Map<ListMark, Long> all(Session session) {
        var marks = new HashMap<ListMark, Long>();
        session.sql("SELECT list, livemode, changes FROM list_mark")
                .list(row -> marks.put(new ListMark(row.text("list"), row.flag("livemode")), row.number("changes")));
        return marks;
    }
}
