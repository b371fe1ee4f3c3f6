package io.tical.server.webhook;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.db.Session;
import io.tical.server.key.TransactionKey;
import io.tical.server.outward.Departure;
import io.tical.server.outward.Departures;
import io.tical.server.outward.Fence;
import io.tical.server.outward.Lost;
import io.tical.server.outward.OutwardLog;
import io.tical.server.transaction.Event;
import io.tical.server.webhook.DeliveryClaims.Claimed;
import io.tical.server.webhook.DeliveryClaims.Sending;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The outcomes that merchants are told, as they leave and as they are found again. All events are about final outcomes. */
public record ToldEvents(Fence fence, Clock clock) implements Departures {
    /** What recognizes an order that is made again, as in {@code Disbursement#merchantReference}; the first of them that an event has. */
    static final List<String> REFERENCES = List.of(
            "order_ref", "merchant_ref_id", "client_operation_id", "dest_account_id", "organization_account_id");

    private static final Logger LOG = LoggerFactory.getLogger(ToldEvents.class);

    /** The database is no longer the one with which the log was compared, so what was claimed must not be sent. */
    private static final class HeldBack extends RuntimeException {
        HeldBack() {
            super("the database is being compared with what left");
        }
    }

    /** Whether nothing may be told now. */
    boolean isHeldBack() {
        return fence.closedBecause() != null || fence.writingFails() != null;
    }

    /**
     * Returns the claims.
     *
     * @throws RuntimeException which rolls the claims back, if nothing may leave
     */
    Claimed allowed(Session session, Claimed claimed) {
        if (!claimed.sendings().isEmpty() && !fence.isOpen(session)) {
            throw new HeldBack();
        }
        return claimed;
    }

    /**
     * Writes down what is told. Returns whether it may be told.
     *
     * @param since the generation of the fence in which it was claimed
     */
    boolean depart(List<Sending> sendings, long since) {
        if (sendings.isEmpty()) {
            return true;
        }
        var now = clock.instant();
        try {
            fence.depart(
                    sendings.stream()
                            .map(sending -> departure(sending.event(), now))
                            .toList(),
                    since);
            return true;
        } catch (OutwardLog.Unavailable failure) {
            LOG.debug("callbacks are not sent", failure);
            return false;
        }
    }

    private static Departure departure(Event event, Instant now) {
        var data = Json.read(event.data(), new TypeReference<JsonNode>() {});
        return new Departure(
                Departure.Kind.TOLD,
                event.type().subject(),
                new TransactionKey(event.organizationId(), event.livemode(), event.transactionId()),
                event.id(),
                0,
                number(data, "amount", "request_amount", "source_amount"),
                text(data, List.of("currency", "currency_code", "source_currency_code")),
                event.type().word(),
                text(data, REFERENCES),
                new byte[0],
                now);
    }

    private static long number(JsonNode data, String... names) {
        return Stream.of(names)
                .map(data::path)
                .filter(JsonNode::isNumber)
                .findFirst()
                .map(JsonNode::longValue)
                .orElse(0L);
    }

    private static String text(JsonNode data, List<String> names) {
        return names.stream()
                .map(data::path)
                .filter(JsonNode::isTextual)
                .findFirst()
                .map(JsonNode::textValue)
                .orElse("");
    }

    @Override
    public boolean include(Departure departure) {
        return departure.kind() == Departure.Kind.TOLD;
    }

    @Override
    public Set<UUID> known(Session session, List<Departure> departures) {
        return DeliveryQueue.known(session, departures);
    }

    /** Nothing to do: {@link #takenUp} finds the event of the same outcome, once the transaction has it again. */
    @Override
    public void recover(Collection<Lost> lost) {
        LOG.debug("{} outcomes that merchants were told are not in the database", lost.size());
    }

    @Override
    public Map<Lost, UUID> takenUp(Session session, List<Lost> open) {
        var taken = new HashMap<Lost, UUID>();
        for (var one : open) {
            DeliveryQueue.sameOutcome(session, one).ifPresent(by -> taken.put(one, by));
        }
        return taken;
    }
}
