package io.tical.server.rail;

import io.tical.server.transaction.EventType;
import java.util.List;
import java.util.stream.Stream;

/**
 * The SQL that finds contradictions of the attempts of one type of object: among themselves, with what is to be sent, with the transfers
 * that paid them, and with the records of the simulator.
 *
 * @param legs joins what is to be sent to the attempts {@code a}
 * @param columns of these joins: {@code leg_amount}, {@code delivery_fits} for the amount that the simulator's record {@code w} says was
 *     delivered, and what the rules read
 * @param leg the suffix that names the leg in a finding, as an expression; empty if there is only one
 * @param rules further rules, as rows of (broken, in_table, suffix, expected, found), each with a comma at its end
 * @param recordsTransfersOfRails whether each delivered attempt with a reference has a transfer; otherwise only those that staff named
 */
public record AttemptAudit(
        EventType.Subject subject,
        String legs,
        String columns,
        String leg,
        String rules,
        boolean recordsTransfersOfRails) {
    /**
     * Attempts are numbered from 1. Only the last one may be alive; those that record further transfers do not count, because they are
     * dead and have no end. At most one was delivered, apart from late deliveries of dead ones.
     */
    private static final String ATTEMPTS = """
            SELECT organization_id, livemode, '{object} ' || {object}_id {leg} || suffix AS place, in_table, expected, found
            FROM (
                SELECT a.*, {columns}, w.delivered AS witnessed,
                       w.payout_id = a.{object}_id AND w.subject = '{object}' AND w.step = a.step AND w.amount = a.amount AS witness_fits,
                       row_number() OVER leg AS place_in_leg,
                       count(*) FILTER (WHERE {sent})
                           OVER (leg ROWS BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING) = 0 AS last,
                       count(*) FILTER (WHERE w.delivered > 0 AND a.status <> 'dead') OVER leg AS deliveries
                FROM {object}_attempt a
                {legs}
                LEFT JOIN simulator_transfer w
                  ON w.organization_id = a.organization_id AND w.livemode = a.livemode AND w.attempt_id = a.attempt_id
                WINDOW leg AS (PARTITION BY a.organization_id, a.livemode, a.{object}_id, a.step ORDER BY a.attempt)
            ) a CROSS JOIN LATERAL (VALUES
                {rules}
                (attempt <> place_in_leg, '{object}_attempt', ' attempt ' || attempt, 'attempt ' || place_in_leg, cast(attempt AS text)),
                (NOT last AND status <> 'dead' AND late_amount IS NULL, '{object}_attempt', ' attempt ' || attempt,
                    'a dead attempt, because another follows it', status),
                (amount <> leg_amount, '{object}_attempt', ' attempt ' || attempt || ' amount',
                    leg_amount || ', the amount to send', cast(amount AS text)),
                (NOT (witness_fits AND delivery_fits), 'simulator_transfer', ' attempt ' || attempt,
                    'the {object}, step and amount of this attempt', 'others'),
                (status = 'dead' AND witnessed > 0 AND late_amount IS DISTINCT FROM witnessed, '{object}_attempt', ' attempt ' || attempt,
                    'not dead, or a late delivery of ' || witnessed || ', because the rail delivered it',
                    coalesce('dead, with a late delivery of ' || late_amount, 'dead')),
                (deliveries > 1, 'simulator_transfer', ' attempt ' || attempt,
                    'at most one delivery that is not claimed back', 'a second one')
            ) rule (broken, in_table, suffix, expected, found)
            WHERE broken
            """;

    private static final String UNRECORDED = """
            SELECT organization_id, livemode, '{object} ' || payout_id {leg} || ' attempt_id ' || attempt_id AS place,
                   'simulator_transfer' AS in_table, 'an attempt that was committed before the rail was called' AS expected,
                   'none' AS found
            FROM simulator_transfer w
            WHERE subject = '{object}' AND NOT EXISTS (
                SELECT FROM {object}_attempt a
                WHERE a.organization_id = w.organization_id AND a.livemode = w.livemode AND a.{object}_id = w.payout_id
                  AND a.attempt_id = w.attempt_id)
            """;

    /**
     * Each transfer has the attempt that it delivered; {@code {join}} says whether each attempt that paid its leg has its transfer.
     */
    private static final String TRANSFERS = """
            SELECT coalesce(a.organization_id, t.organization_id) AS organization_id, coalesce(a.livemode, t.livemode) AS livemode,
                   '{object} ' || coalesce(a.{object}_id, t.{object}_id) AS place, 'settlement_transfer' AS in_table,
                   coalesce('the transfer ' || a.rail_reference, 'no transfer, because no attempt was delivered by it') AS expected,
                   coalesce(t.reference, 'none') AS found
            FROM (SELECT * FROM {object}_attempt
                  WHERE (status = 'delivered' OR late_at IS NOT NULL) AND rail_reference IS NOT NULL) a
            {join} JOIN (SELECT * FROM settlement_transfer WHERE {object}_id IS NOT NULL AND attempt_id IS NOT NULL) t
              ON t.organization_id = a.organization_id AND t.livemode = a.livemode AND t.{object}_id = a.{object}_id
             AND t.attempt_id = a.attempt_id
            WHERE upper(a.rail_reference COLLATE "C") IS DISTINCT FROM t.reference
            """;

    /** The amount that dead attempts of the object {@code p} delivered, as {@code dead.delivered}. */
    private static final String DEAD = """
            CROSS JOIN LATERAL (
                SELECT cast(coalesce(sum(a.late_amount), 0) AS bigint) AS delivered
                FROM {object}_attempt a
                WHERE a.organization_id = p.organization_id AND a.livemode = p.livemode AND a.{object}_id = p.{object}_id
                  AND a.status = 'dead') dead
            """;

    /** The attempts, transfers and records of the simulator of the objects in {@code touched}, with a comma at the end. */
    private static final String OF_TOUCHED = """
            {object}_attempt AS MATERIALIZED (
                SELECT a.* FROM {object}_attempt a WHERE (organization_id, livemode, {object}_id) IN (SELECT * FROM touched)),
            settlement_transfer AS (
                SELECT t.* FROM settlement_transfer t WHERE (organization_id, livemode, {object}_id) IN (SELECT * FROM touched)),
            simulator_transfer AS (
                SELECT w.* FROM simulator_transfer w
                WHERE (organization_id, livemode, attempt_id) IN (SELECT organization_id, livemode, attempt_id FROM {object}_attempt)),
            """;

    /** @param own further statements of the object, before those about transfers */
    public List<String> contradictions(String... own) {
        return Stream.of(Stream.of(sql(ATTEMPTS)), Stream.of(own), Stream.of(sql(UNRECORDED), sql(TRANSFERS)))
                .flatMap(statements -> statements)
                .toList();
    }

    /** Joins {@code dead.delivered}, the amount that dead attempts of the object {@code p} delivered. */
    public String dead() {
        return sql(DEAD);
    }

    /** The tables of attempts and of what is compared with them, for a {@code WITH} clause; ends with a comma. */
    public String ofTouched() {
        return sql(OF_TOUCHED);
    }

    private String sql(String template) {
        return template.replace("{legs}", legs)
                .replace("{columns}", columns)
                .replace("{leg}", leg)
                .replace("{rules}", rules)
                .replace("{sent}", AttemptTable.sent("a"))
                .replace("{join}", recordsTransfersOfRails ? "FULL" : "RIGHT")
                .replace("{object}", subject.word());
    }
}
