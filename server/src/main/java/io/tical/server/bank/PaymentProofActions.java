package io.tical.server.bank;

import static io.tical.server.bank.PaymentProofWorkItems.KIND;

import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.input.JsonBody;
import io.tical.server.staff.Permission;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of operators on payments that no statement shows. Who finds that a slip was forged corrects the payin by its refund.
 *
 * @param view a payment with this id as JSON
 */
record PaymentProofActions(PaymentProofs proofs, Function<UUID, Object> view) {
    List<StaffAction> all() {
        return List.of(
                new StaffAction(KIND.path("wait"), Permission.MONEY, this::waitUntil),
                new StaffAction(KIND.path("explain"), Permission.MONEY, this::explain));
    }

    private Request request(PaymentProof proof, @Nullable Stake stake, StaffAction.Effect effect) {
        return new Request(
                proof.key(),
                PaymentProof.RESOURCE,
                proof.version(),
                stake,
                by -> PaymentProofs.requireMissing(proof),
                effect,
                () -> view.apply(proof.key().id()));
    }

    private PaymentProof proof(Map<String, String> path) {
        return proofs.get(StaffAction.id(path, PaymentProof.RESOURCE));
    }

    private Request waitUntil(Map<String, String> path, JsonBody body) {
        var proof = proof(path);
        body.require("until");
        var until = body.timeOrNull("until");
        return request(proof, null, by -> proofs.waitUntil(proof.key().id(), Objects.requireNonNull(until), by));
    }

    private Request explain(Map<String, String> path, JsonBody body) {
        var proof = proof(path);
        body.require("note");
        var payment = proof.payment();
        return request(
                proof,
                new Stake(payment.amount(), payment.currency()),
                by -> proofs.explain(proof.key().id(), by));
    }
}
