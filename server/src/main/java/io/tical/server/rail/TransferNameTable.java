package io.tical.server.rail;

import io.tical.db.Session;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The SQL that compares names of transfers, and lets the transactions that name one transfer wait for each other. */
public final class TransferNameTable {
    /** Names as a table {@code n}, for {@link #bind}. */
    public static final String NAMES = names("boolean");

    private static final String LOCK = "hashtextextended('transfer ' || %1$s || ' ' || %2$s, 0)";

    private TransferNameTable() {}

    private static String names(String livemode) {
        return "unnest(cast(:references AS text[]), cast(:livemodes AS " + livemode + "[])) AS n (reference, livemode)";
    }

    public static Session.Statement bind(Session.Statement statement, Collection<TransferName> names) {
        return statement
                .bindEach("references", names, TransferName::reference)
                .bindEach("livemodes", names, name -> String.valueOf(name.livemode()));
    }

    /** Waits until every other transaction that names this transfer has ended; others then wait for this one. */
    public static void lock(Session session, TransferName name) {
        session.sql("SELECT pg_advisory_xact_lock(" + LOCK.formatted(":livemode", ":reference") + ")")
                .bind("livemode", String.valueOf(name.livemode()))
                .bind("reference", name.reference())
                .list(row -> true);
    }

    /** Waits for each of these transfers as {@link #lock} does, in one order. */
    public static void lock(Session session, Collection<TransferName> names) {
        ordered(names).forEach(name -> lock(session, name));
    }

    private static List<TransferName> ordered(Collection<TransferName> names) {
        return names.stream()
                .distinct()
                .sorted(Comparator.comparing(TransferName::reference).thenComparing(TransferName::livemode))
                .toList();
    }

    /**
     * Waits, when the session sends, until every transaction that says that one of these transfers was received has ended; others then wait
     * for this one.
     */
    static void lockSentLater(Session session, Collection<TransferName> names) {
        // In one order, because each waits for other transactions.
        var ordered = ordered(names);
        bind(
                        session.sql("SELECT pg_advisory_xact_lock_shared(" + LOCK.formatted("n.livemode", "n.reference")
                                + ") FROM " + names("text")),
                        ordered)
                .runLater();
    }
}
