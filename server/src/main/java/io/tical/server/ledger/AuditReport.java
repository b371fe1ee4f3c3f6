package io.tical.server.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of an audit.
 *
 * @param at the time of the snapshot that was audited
 * @param counts rows by table, as far as the audit got
 * @param totals the balance of each account, by currency and environment
 * @param heads the last seal of each wallet's chain, and the last row of each chain of the journal
 * @param finding the first wrong row, or null
 */
public record AuditReport(
        Instant at,
        Duration duration,
        Map<String, Long> counts,
        List<Total> totals,
        List<Head> heads,
        @Nullable Finding finding) {
    /**
     * One currency of one environment.
     *
     * @param transfers how many there are
     * @param balances minor units by account; they sum to zero
     */
    public record Total(boolean livemode, String currency, long transfers, Map<Account, Long> balances) {
        public Total {
            balances = Collections.unmodifiableMap(balances);
        }
    }

    /** Whether everything adds up. */
    public boolean clean() {
        return finding == null;
    }
}
