package io.tical.server.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of an audit.
 *
 * @param at the time of the snapshot that was audited
 * @param counts the numbers of read rows, by table
 * @param totals the balance of each account, by currency and environment; empty for an audit since noted heads
 * @param heads the last seal of each wallet's chain, and the last row of each chain of the journal
 * @param wrongRows rows that are not as the service wrote them, at most {@link #FINDINGS_MAX} together with the contradictions
 * @param contradictions rows that contradict other rows or the transfers; the wrong rows may be the cause
 */
public record AuditReport(
        Instant at,
        Duration duration,
        Map<String, Long> counts,
        List<Total> totals,
        List<Head> heads,
        List<Finding> wrongRows,
        List<Finding> contradictions) {
    /** The maximum number of findings. */
    public static final int FINDINGS_MAX = Findings.KEPT_MAX;

    /**
     * One currency of one environment.
     *
     * @param transfers their number
     * @param balances minor units by account; they sum to zero
     */
    public record Total(boolean livemode, String currency, long transfers, Map<Account, Long> balances) {
        public Total {
            balances = Collections.unmodifiableMap(balances);
        }
    }

    /** Everything that is wrong: the rows, and then the contradictions. */
    public List<Finding> findings() {
        return Stream.concat(wrongRows.stream(), contradictions.stream()).toList();
    }

    /** The first finding, or null. */
    public @Nullable Finding finding() {
        return findings().stream().findFirst().orElse(null);
    }

    /** Whether everything adds up. */
    public boolean clean() {
        return wrongRows.isEmpty() && contradictions.isEmpty();
    }
}
