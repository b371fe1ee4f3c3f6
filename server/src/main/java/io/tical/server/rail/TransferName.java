package io.tical.server.rail;

import io.tical.db.Session;
import java.util.Collection;
import java.util.Comparator;

/**
 * The name by which transfers are compared, whether they were sent or received.
 *
 * @param reference in the form of {@link BankTransfer#compared}
 */
public record TransferName(String reference, boolean livemode) {
    private static final String LOCK = "hashtextextended('transfer ' || %1$s || ' ' || %2$s, 0)";

    /** @param reference as a person, a rail or a verifier wrote it */
    public static TransferName of(String reference, boolean livemode) {
        return new TransferName(BankTransfer.compared(reference), livemode);
    }

    /** Waits until every other transaction that names this transfer has ended; others then wait for this one. */
    public void lock(Session session) {
        session.sql("SELECT pg_advisory_xact_lock(" + LOCK.formatted(":livemode", ":reference") + ")")
                .bind("livemode", String.valueOf(livemode))
                .bind("reference", reference)
                .list(row -> true);
    }

    /**
     * Waits, when the session sends, until every transaction that says that one of these transfers was received has ended; others then wait
     * for this one.
     */
    static void lockSentLater(Session session, Collection<TransferName> names) {
        // In one order, because each waits for other transactions.
        var ordered = names.stream()
                .distinct()
                .sorted(Comparator.comparing(TransferName::reference).thenComparing(TransferName::livemode))
                .toList();
        bind(
                        session.sql("SELECT pg_advisory_xact_lock_shared("
                                + LOCK.formatted("n.livemode", "n.reference") + ") FROM " + table("text")),
                        ordered)
                .runLater();
    }

    /** Names as a table {@code n}, for {@link #bind}. */
    public static String table() {
        return table("boolean");
    }

    private static String table(String livemode) {
        return "unnest(cast(:references AS text[]), cast(:livemodes AS " + livemode
                + "[])) AS n (reference, livemode)";
    }

    public static Session.Statement bind(Session.Statement statement, Collection<TransferName> names) {
        return statement
                .bindEach("references", names, TransferName::reference)
                .bindEach("livemodes", names, name -> String.valueOf(name.livemode()));
    }
}
