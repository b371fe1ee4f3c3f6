package io.tical.server.outward;

import io.tical.common.Ids;
import io.tical.server.TestModules;
import io.tical.server.input.JsonBody;
import io.tical.server.key.TransactionKey;
import io.tical.server.p2p.P2pModule;
import io.tical.server.payin.PayinAction.Receipt;
import io.tical.server.payin.PayinModule;
import io.tical.server.payin.PayinRequest;
import io.tical.server.transaction.Actor;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** The payers of a random history, who are shown whom to pay. Each pays at once or never. */
final class HistoryPayers {
    private final HistoryWorld world;
    private final HistoryDatabase database;
    private final HistoryBank bank;
    private final Random random;
    private final List<Payer> payers = new ArrayList<>();

    private static final class Payer {
        private final TransactionKey payin;
        private final String order;
        private final long amount;
        private boolean saw;
        private boolean paid;

        Payer(TransactionKey payin, String order, long amount) {
            this.payin = payin;
            this.order = order;
            this.amount = amount;
        }
    }

    HistoryPayers(HistoryWorld world, HistoryDatabase database, HistoryBank bank, Random random) {
        this.world = world;
        this.database = database;
        this.bank = bank;
        this.random = random;
    }

    /** Somebody comes who would pay this amount, and is matched if a payout of it is offered. */
    void come(TestModules node, long amount) {
        var reference = "payin-" + Ids.next();
        var body = String.format(
                Locale.ROOT,
                "{\"order_ref\":\"%s\",\"amount\":%d,\"currency\":\"THB\",\"receiving_type\":\"p2p\"}",
                reference,
                amount);
        var actor = Actor.apiKey(Ids.next(), Ids.next().toString());
        var request = PayinRequest.parse(
                new PayinRequest.Merchant(world.shop(), false, actor),
                JsonBody.parse(body.getBytes(StandardCharsets.UTF_8)),
                false);
        node.get(PayinModule.class).payins().create(request, HistoryMerchants.once(world.shop(), false));
        for (var row : database.list("""
                SELECT m.organization_id, m.livemode, m.payin_id AS id, p.merchant_ref AS ref
                FROM p2p_match m JOIN payin i USING (organization_id, livemode, payin_id) JOIN payout p USING (payout_id)
                WHERE i.merchant_ref = '%s'
                """.formatted(reference))) {
            payers.add(new Payer(HistoryStaff.key(row), row.get("ref"), amount));
        }
    }

    /** Opens the pages of those who have not paid. */
    void look(TestModules node) {
        for (var payer : payers) {
            if (!payer.paid
                    && exists(payer)
                    && node.get(P2pModule.class).payees().mayShow(payer.payin)) {
                if (!payer.saw && random.nextBoolean()) {
                    bank.transfer(payer.order, "by payer of " + payer.payin.id());
                    payer.paid = true;
                }
                payer.saw = true;
            }
        }
    }

    private boolean exists(Payer payer) {
        return status(payer).equals("pending");
    }

    private String status(Payer payer) {
        return database.list("SELECT status FROM payin WHERE payin_id = '" + payer.payin.id() + "'").stream()
                .map(row -> row.get("status"))
                .findFirst()
                .orElse("");
    }

    /** The shop learns of the payments that are open. */
    void confirm(TestModules node) {
        for (var payer : payers) {
            if (payer.paid && exists(payer)) {
                node.get(PayinModule.class)
                        .payins()
                        .confirmMatch(
                                payer.payin, new Receipt(payer.amount, "P" + payer.payin.id()), Actor.SYSTEM, null);
            }
        }
    }

    /** The shop gives up those who have not paid, and their matches are due to be released. */
    void giveUp(TestModules node) {
        for (var payer : payers) {
            if (!payer.paid && exists(payer)) {
                node.get(PayinModule.class)
                        .payins()
                        .cancel(
                                payer.payin,
                                Actor.apiKey(Ids.next(), Ids.next().toString()),
                                HistoryMerchants.once(world.shop(), false));
                payer.saw = true; // whoever is shown nothing any more does not pay
            }
        }
        database.update("UPDATE p2p_match SET release_at = now() WHERE release_at IS NOT NULL");
        node.work("matches").round();
    }

    /** The matches that have not ended. */
    List<Map<String, String>> open() {
        return database.list("SELECT payin_id AS id, status FROM p2p_match WHERE status = 'open'");
    }
}
