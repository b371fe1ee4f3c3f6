package io.tical.server.ledger;

import io.tical.server.key.WalletKey;
import java.util.Locale;

/** Fills a wallet with very many transfers, as the ledger would have written them, one every 10 milliseconds. */
final class ManyTransfers {
    /** A statement of that many ends well within the driver's patience, also on a busy machine. */
    private static final int CHUNK = 100_000;

    private ManyTransfers() {}

    /** Top-ups of 5 and captures of 3 in turns, from 2026-01-01 on. */
    static void fill(TestLedger ledger, WalletKey wallet, int count) {
        var key = "'" + wallet.organizationId() + "', " + wallet.livemode() + ", '" + wallet.currency() + "'";
        for (int from = 1; from <= count; from += CHUNK) {
            ledger.asOwner(transfers(key, from, Math.min(count, from + CHUNK - 1)));
        }
        ledger.asAnotherNode("transfer", "ANALYZE transfer");
        ledger.asAnotherNode(
                "wallet",
                String.format(Locale.ROOT, """
                INSERT INTO wallet (organization_id, livemode, currency, available, held, in_transit, last_seq, updated_at)
                VALUES (%s, %d, 0, %d, %d, timestamptz '2026-01-01 00:00:00Z' + %d * interval '10 milliseconds')
                """, key, (count + 1) / 2 * 5 - count / 2 * 3, count / 2 * 3, count, count));
    }

    private static String transfers(String key, int from, int to) {
        return String.format(Locale.ROOT, """
                INSERT INTO transfer
                SELECT %s, n, gen_random_uuid(), CASE WHEN n %% 2 = 1 THEN 'sandbox' ELSE 'available' END,
                       CASE WHEN n %% 2 = 1 THEN 'available' ELSE 'in_transit' END, CASE WHEN n %% 2 = 1 THEN 5 ELSE 3 END,
                       CASE WHEN n %% 2 = 1 THEN 'sandbox_top_up' ELSE 'payout_capture' END, gen_random_uuid(),
                       (n + 1) / 2 * 5 - n / 2 * 3, 0, n / 2 * 3, timestamptz '2026-01-01 00:00:00Z' + n * interval '10 milliseconds'
                FROM generate_series(%d, %d) AS n
                """, key, from, to);
    }
}
