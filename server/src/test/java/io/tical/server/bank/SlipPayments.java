package io.tical.server.bank;

import io.tical.db.Session;
import io.tical.server.collection.AccountZones;
import io.tical.server.payin.ExpectedTransfers.Paid;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;

/** Records payments as a slip that pays does. */
public final class SlipPayments {
    private SlipPayments() {}

    public static void record(Session session, Paid payment) {
        new ShownPayments(Clock.systemUTC(), new AccountZones(ZoneOffset.UTC)).record(session, List.of(payment));
    }
}
