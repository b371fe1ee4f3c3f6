package io.tical.server.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The result of an audit.
 *
 * @param at the time of the snapshot that was audited
 * @param counts rows by table, as far as the audit got
 * @param totals the balance of each account, by currency and environment
 * @param heads the last seal of each wallet's chain: for comparison with an earlier or later audit
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

    /**
     * The end of a chain.
     *
     * @param toSeq the last transfer that is sealed
     * @param hash SHA-256 in hex
     */
    public record Head(WalletKey wallet, long toSeq, String hash) {
        private static final Pattern LINE = Pattern.compile(
                "([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (test|live) ([A-Z]+) ([0-9]{1,18}) ([0-9a-f]{64})");

        static Head of(Seal seal) {
            return new Head(seal.wallet(), seal.toSeq(), HexFormat.of().formatHex(seal.hash()));
        }

        /** Organization, environment, currency, number and hash: how a head is noted. */
        public String line() {
            var environment = wallet.livemode() ? "live" : "test";
            return String.join(
                    " ",
                    wallet.organizationId().toString(),
                    environment,
                    wallet.currency(),
                    Long.toString(toSeq),
                    hash);
        }

        /** Reads a line; empty if it is none. */
        public static Optional<Head> ofLine(String line) {
            var parts = LINE.matcher(line.strip());
            if (!parts.matches()) {
                return Optional.empty();
            }
            var wallet = new WalletKey(
                    UUID.fromString(parts.group(1)), parts.group(2).equals("live"), parts.group(3));
            return Optional.of(new Head(wallet, Long.parseLong(parts.group(4)), parts.group(5)));
        }
    }

    /** Whether everything adds up. */
    public boolean clean() {
        return finding == null;
    }
}
