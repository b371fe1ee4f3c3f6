package io.tical.server.outward;

import io.tical.common.Ids;
import io.tical.server.TestModules;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.Principal;
import io.tical.server.idempotency.StoredAnswer;
import io.tical.server.key.TransactionKey;
import io.tical.server.payout.PayoutModule;
import io.tical.server.payout.PayoutRequest;
import io.tical.server.settlement.SettlementModule;
import io.tical.server.settlement.SettlementRequest;
import io.tical.server.transaction.Actor;
import io.tical.server.transaction.Dialect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** The merchants of a random history: they order, repeat what they ordered, and cancel. */
final class HistoryMerchants {
    private static final long AMOUNT = 10_000;
    /** Above which a payout to an account that is not verified is reviewed. */
    private static final long REVIEWED = 5_000_100;

    /** How an order is paid. */
    enum Way {
        RAIL,
        STAFF,
        REVIEWED,
        MATCHED,
        SETTLED_BY_RAIL,
        SETTLED_BY_STAFF
    }

    /** @param reference the merchant's */
    record Order(Way way, String reference, long amount) {
        boolean live() {
            return way == Way.STAFF || way == Way.REVIEWED || way == Way.SETTLED_BY_STAFF;
        }

        /** Whether the simulated bank never says what became of it. */
        boolean unknown() {
            return !live() && amount % 100 == 3;
        }
    }

    private final String prefix;
    private final HistoryWorld world;
    private final Random random;
    private final List<Order> orders = new ArrayList<>();

    /** @param prefix of all references of this history */
    HistoryMerchants(HistoryWorld world, Random random, String prefix) {
        this.prefix = prefix;
        this.world = world;
        this.random = random;
    }

    List<Order> orders() {
        return orders;
    }

    Order next() {
        var way = Way.values()[random.nextInt(Way.values().length)];
        var number = orders.size() + 1;
        var reference = way == Way.SETTLED_BY_RAIL || way == Way.SETTLED_BY_STAFF
                ? new UUID(random.nextLong(), random.nextLong()).toString()
                : prefix + "-" + number;
        var amount = switch (way) {
            case RAIL, SETTLED_BY_RAIL -> AMOUNT + List.of(0, 0, 0, 1, 3).get(random.nextInt(5));
            case STAFF, SETTLED_BY_STAFF -> AMOUNT;
            case REVIEWED -> REVIEWED;
            case MATCHED -> 2 * AMOUNT + 100L * number; // a payer finds it by its amount
        };
        var order = new Order(way, reference, amount);
        orders.add(order);
        return order;
    }

    /** Orders it, or orders it again. */
    void order(TestModules node, Order order) {
        var from = order.way() == Way.MATCHED ? world.offering() : world.paying();
        switch (order.way()) {
            case RAIL, MATCHED -> payout(node, from, from.test(), order);
            case STAFF -> payout(node, from, from.live(), order);
            case REVIEWED -> payout(node, from, from.doubtful(), order);
            case SETTLED_BY_RAIL -> settlement(node, from, from.test(), order);
            case SETTLED_BY_STAFF -> settlement(node, from, from.live(), order);
        }
    }

    private void payout(TestModules node, HistoryWorld.Account from, UUID to, Order order) {
        var request = new PayoutRequest(
                from.organization(),
                order.live(),
                Dialect.V1,
                order.reference(),
                order.amount(),
                null,
                null,
                to,
                null,
                null,
                Ids.next().toString());
        node.get(PayoutModule.class).payouts().create(request, once(from.organization(), order.live()));
    }

    private void settlement(TestModules node, HistoryWorld.Account from, UUID to, Order order) {
        var request = new SettlementRequest(
                from.organization(),
                order.live(),
                order.reference(),
                order.amount(),
                to,
                Ids.next().toString());
        node.get(SettlementModule.class).settlements().create(request, once(from.organization(), order.live()));
    }

    /** Cancels a payout. */
    void cancel(TestModules node, TransactionKey key) {
        node.get(PayoutModule.class)
                .payouts()
                .cancel(
                        key,
                        Actor.apiKey(Ids.next(), Ids.next().toString()),
                        once(key.organizationId(), key.livemode()));
    }

    /** The different outcomes that the merchants were told of each of their orders. */
    Map<String, Set<String>> told() {
        var told = new HashMap<String, Set<String>>();
        for (var callback : world.told().received()) {
            var body = callback.json();
            var data = body.has("data") ? body.get("data") : body;
            var reference = data.has("order_ref") ? data.get("order_ref") : data.get("client_operation_id");
            if (reference != null
                    && orders.stream().anyMatch(order -> order.reference().equals(reference.asText()))) {
                told.computeIfAbsent(reference.asText(), _ -> new TreeSet<>())
                        .add(data.get("status").asText());
            }
        }
        return told;
    }

    static <R> IdempotentRequest<R> once(UUID organization, boolean livemode) {
        return new IdempotentRequest<>(
                new IdempotencyKey(
                        new Principal(organization, livemode), Ids.next().toString()),
                1,
                _ -> new StoredAnswer(200, new byte[0]));
    }
}
