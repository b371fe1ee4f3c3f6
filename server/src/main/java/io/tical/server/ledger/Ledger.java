package io.tical.server.ledger;

import io.tical.db.Database;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** What other packages may read from the ledger. */
public record Ledger(Database database) {
    /** The total of the payouts of a day, by currency. A wallet that already counts a later day returns the total of that day. */
    public Map<String, Long> dailyUsed(UUID organizationId, boolean livemode, LocalDate today) {
        return database.run(session -> LedgerStore.wallets(session, organizationId, livemode)).stream()
                .collect(Collectors.toMap(
                        wallet -> wallet.key().currency(), wallet -> wallet.dailyUsed(wallet.countingDay(today))));
    }

    /** Every transfer of one object, oldest first. */
    public List<Transfer> transfersOf(UUID organizationId, boolean livemode, UUID reference) {
        return database.run(session -> LedgerStore.of(session, organizationId, livemode, reference));
    }
}
