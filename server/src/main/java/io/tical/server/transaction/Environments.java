package io.tical.server.transaction;

import io.tical.db.Session;
import io.tical.server.input.Query;
import io.tical.server.key.TransactionKey;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The environments that an operator searches, of all organizations or of one.
 *
 * <p>The indexes of transactions begin with organization and environment. A search descends them once for each environment, which takes
 * some microseconds each. An index without these columns would make every insertion slower.
 *
 * @param organizationId null for all
 * @param livemode null for both
 */
public record Environments(
        @Nullable UUID organizationId, @Nullable Boolean livemode) {
    public static final Environments ALL = new Environments(null, null);

    /**
     * The organizations, as {@code o}, whose rows a statement reads one after the other. No other shared class names their table, because
     * the configuration of organizations belongs to package {@code merchant}.
     */
    public static final String ORGANIZATIONS = "organization o";

    /** The organizations, and the service itself, to which rows belong that concern no organization. */
    static final String ORGANIZATIONS_AND_SERVICE = "(SELECT organization_id FROM organization UNION ALL SELECT cast('"
            + TransactionKey.SERVICE + "' AS uuid)) o";

    /** The beginning of a condition on the rows of one environment, for {@link #each}. */
    public static final String ONE = " organization_id = o.organization_id AND livemode = e.livemode AND ";

    /** Reads {@code organization_id} and {@code livemode} of a query. */
    public static Environments of(Query query) {
        return new Environments(
                query.id("organization_id").orElse(null), livemode(query).orElse(null));
    }

    /** Reads {@code livemode} of a query. */
    public static Optional<Boolean> livemode(Query query) {
        return query.flag("livemode");
    }

    /**
     * The beginning of a condition on the rows of these environments, for a table whose index does not begin with the organization; true for
     * all. {@link #bind} binds its parameter.
     *
     * @param alias of the table, with its period
     */
    public String condition(String alias) {
        // The environment is a literal, so that the planner can use an index that begins with it.
        return (organizationId == null ? "true" : alias + "organization_id = cast(:of_organization AS uuid)")
                + (livemode == null ? "" : " AND " + alias + "livemode = " + livemode);
    }

    /**
     * The rows of all these environments as a FROM clause, with the alias {@code p}, and the beginning of its WHERE clause.
     *
     * @param ofOne selects the rows of the environment of {@code o.organization_id} and {@code e.livemode}
     */
    public String each(String ofOne) {
        return each(ORGANIZATIONS, ofOne);
    }

    /** @param organizations {@link #ORGANIZATIONS} or {@link #ORGANIZATIONS_AND_SERVICE} */
    String each(String organizations, String ofOne) {
        var livemodes = livemode == null ? "(false), (true)" : "(" + livemode + ")";
        return " FROM " + organizations + " CROSS JOIN (VALUES " + livemodes + ") AS e (livemode) CROSS JOIN LATERAL ("
                + ofOne
                + ") p WHERE "
                + (organizationId == null ? "true" : "o.organization_id = cast(:of_organization AS uuid)");
    }

    /** Binds the parameters of {@link #each}. */
    public Session.Statement bind(Session.Statement statement) {
        return statement.bind("of_organization", organizationId);
    }
}
