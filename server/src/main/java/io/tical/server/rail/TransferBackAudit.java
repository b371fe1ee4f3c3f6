package io.tical.server.rail;

/**
 * The SQL that compares the objects of one type that were paid back with the recorded transfers that did it: each has exactly one, with its
 * reference and its amount, and there is no other one.
 *
 * @param table of the objects
 * @param status of those that were paid back
 * @param reference its column
 * @param amount what was paid back, in minor units, as an expression on {@code p}
 */
public record TransferBackAudit(String table, String status, String reference, String amount) {
    /** References are compared by their printable characters, because people type spaces of many kinds. */
    private static final String CONTRADICTIONS = """
            SELECT coalesce(p.organization_id, t.organization_id) AS organization_id, coalesce(p.livemode, t.livemode) AS livemode,
                   '{table} ' || coalesce(p.{table}_id, t.{table}_id) AS place, 'settlement_transfer' AS in_table,
                   coalesce('the transfer ' || p.reference || ' of ' || p.amount, 'a transfer of ' || p.amount,
                       'no transfer, because nothing was paid back') AS expected,
                   coalesce(t.reference || ' of ' || coalesce(cast(t.amount AS text), 'an unknown amount'), 'none') AS found
            FROM (SELECT p.organization_id, p.livemode, p.{table}_id, cast({amount} AS bigint) AS amount,
                         upper(regexp_replace(p.{reference} COLLATE "C", '[^!-~]', '', 'g')) AS reference
                  FROM {table} p WHERE p.status = '{status}') p
            FULL JOIN (SELECT * FROM settlement_transfer WHERE {table}_id IS NOT NULL AND attempt_id IS NULL) t
              ON t.organization_id = p.organization_id AND t.livemode = p.livemode AND t.{table}_id = p.{table}_id
            WHERE p.{table}_id IS NULL
               OR p.reference IS DISTINCT FROM regexp_replace(t.reference, '[^!-~]', '', 'g')
               OR p.reference IS NOT NULL AND p.amount IS DISTINCT FROM t.amount
            """;

    public String contradictions() {
        return sql(CONTRADICTIONS);
    }

    /** The transfers of the objects in the table, for the end of a {@code WITH} clause that hides it; begins with a comma. */
    public String ofTouched() {
        return sql("""
                , settlement_transfer AS (
                    SELECT t.* FROM settlement_transfer t
                    WHERE (organization_id, livemode, {table}_id) IN (SELECT organization_id, livemode, {table}_id FROM {table}))
                """);
    }

    private String sql(String template) {
        return template.replace("{table}", table)
                .replace("{status}", status)
                .replace("{reference}", reference)
                .replace("{amount}", amount);
    }
}
