package io.tical.server.transaction;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.server.key.RequestKey;
import io.tical.server.key.TransactionKey;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Finds transactions by the id of the request that inserted a row.
 *
 * <p>A request id that the service generated (UUIDv7) contains the time of the request, and the id of the row (UUIDv7) that of its
 * creation. So the primary key finds them. An index has only the request ids that clients chose.
 *
 * @param table a table with {@code request_id}
 * @param id the column of the row's id
 * @param transactionId the column of the transaction's id
 */
public record RequestSearch(String table, String id, String transactionId) {
    /** The maximum number of transactions that are returned; a client may use the same request id for many requests. */
    static final int ROWS_MAX = 10;

    /** The row is inserted by the node that generated the request id, at most this much later. */
    private static final Duration REQUEST_MAX = Duration.ofSeconds(30);
    /** The order of two ids of one node in different milliseconds is certain; this allows for a clock that is set back. */
    private static final Duration CLOCK_STEP = Duration.ofSeconds(2);
    /** The maximum number of rows that are read, from the time of the request on. */
    private static final int READ_MAX = 20_000;

    /** The pattern of a UUIDv7 for LIKE; the indexes exclude such request ids. */
    private static final String GENERATED = "________-____-7___-____-____________";

    private static final Pattern GENERATED_FORM = Pattern.compile(GENERATED.replace('_', '.'));

    /** A search for the requests that created objects of a type: rows of its table, whose id is {@code <type>_id}. */
    static RequestSearch ofObjects(String type) {
        return new RequestSearch(type, type + "_id", type + "_id");
    }

    /** The transactions of a request of this organization and environment, at most {@value #ROWS_MAX}. */
    public Set<UUID> of(Session session, RequestKey request) {
        if (!GENERATED_FORM.matcher(request.requestId()).matches()) {
            return found(
                    request,
                    session.sql("SELECT DISTINCT " + transactionId + " AS id FROM " + table
                            + TransactionKey.WHERE + "request_id = :request AND request_id NOT LIKE '" + GENERATED
                            + "' LIMIT :rows"));
        }
        return Ids.parse(request.requestId())
                .map(made -> found(request, near(session, made)))
                .orElse(Set.of());
    }

    private static Set<UUID> found(RequestKey request, Session.Statement statement) {
        return Set.copyOf(request.bind(statement).bind("rows", ROWS_MAX).list(row -> row.uuid("id")));
    }

    private Session.Statement near(Session session, UUID made) {
        var at = Ids.madeAt(made);
        return session.sql("SELECT DISTINCT " + transactionId + " AS id FROM (SELECT * FROM " + table
                        + TransactionKey.WHERE + id + " BETWEEN cast(:from AS uuid) AND cast(:to AS uuid) ORDER BY "
                        + id + " LIMIT :read) t WHERE request_id = :request LIMIT :rows")
                .bind("from", Ids.boundary(at.minus(CLOCK_STEP)))
                .bind("to", Ids.boundary(at.plus(REQUEST_MAX)))
                .bind("read", READ_MAX);
    }
}
