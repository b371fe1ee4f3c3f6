package io.tical.server.outward;

import io.tical.common.Ids;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.EventType;
import io.tical.server.transaction.StaffDecision;
import java.util.List;
import java.util.UUID;

/** Cases as a comparison opens them. */
public final class LostDepartures {
    private LostDepartures() {}

    /** Opens a case of a payout that no longer exists, and closes it. */
    public static void closed(TestService service, UUID organizationId, boolean livemode, String reference) {
        var id = payout(service, organizationId, livemode, reference);
        new LostCases(service.serviceDatabase(), TestService.CLOCK)
                .close(
                        id,
                        new StaffDecision(
                                "somebody", 1L, "paid back", Ids.next().toString()));
    }

    /** Opens a case of a payout that no longer exists. Returns its id. */
    public static UUID payout(TestService service, UUID organizationId, boolean livemode, String reference) {
        var sent = new Departure(
                Departure.Kind.SENT,
                EventType.Subject.PAYOUT,
                new TransactionKey(organizationId, livemode, Ids.next()),
                Ids.next(),
                1,
                50_000,
                "THB",
                livemode ? "manual" : "simulator",
                reference,
                new byte[Departure.DESTINATION_BYTES],
                TestService.CLOCK.instant());
        var lost = Lost.found(sent, Ids.next(), TestService.CLOCK.instant());
        service.serviceDatabase().transaction(session -> OutwardStore.CASES.insertIfAbsent(session, List.of(lost)));
        return sent.id();
    }

    /** Opens a case of an outcome that a merchant was told. */
    static void told(TestService service, TransactionKey payin, String event) {
        var told = new Departure(
                Departure.Kind.TOLD,
                EventType.Subject.PAYIN,
                payin,
                Ids.next(),
                0,
                20_000,
                "THB",
                event,
                "told",
                new byte[0],
                TestService.CLOCK.instant());
        var lost = Lost.found(told, Ids.next(), TestService.CLOCK.instant());
        service.serviceDatabase().transaction(session -> OutwardStore.CASES.insertIfAbsent(session, List.of(lost)));
    }

    /** A log of a node that was at work two hours ago, and stopped in an orderly way. Returns its id. */
    public static UUID log(TestService service) {
        return log(service, LogStatus.CLOSED);
    }

    /** A log of a node that was at work two hours ago. Returns its id. */
    static UUID log(TestService service, LogStatus status) {
        var id = Ids.next();
        service.serviceDatabase().transaction(session -> {
            var log = NotedLog.of(id, LogEnd.NOTHING, status, OutwardStore.state(session), TestService.CLOCK.instant());
            OutwardStore.LOGS.insert(session, List.of(log)).run();
            return log;
        });
        service.sql("UPDATE outward_log SET seen_at = seen_at - interval '2 hours' WHERE log_id = '" + id + "'");
        return id;
    }
}
