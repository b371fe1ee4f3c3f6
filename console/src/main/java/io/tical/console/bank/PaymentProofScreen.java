package io.tical.console.bank;

import io.tical.common.admin.PaymentProof;
import io.tical.console.part.Facts;
import io.tical.console.queue.Heading;
import io.tical.console.queue.Sheet;
import io.tical.console.queue.WorkScreen;
import io.tical.console.work.Workspace;
import java.util.List;
import javafx.scene.Node;

/** The screen of the credited payments that no statement has. */
public final class PaymentProofScreen {
    private PaymentProofScreen() {}

    public static WorkScreen<PaymentProof, PaymentProof> of(Workspace workspace) {
        var accounts = new OwnAccounts();
        return new WorkScreen<>(
                workspace,
                new PaymentProofKind(workspace, accounts),
                new Sheet<>(proof -> sections(workspace, accounts, proof)));
    }

    private static List<Node> sections(Workspace workspace, OwnAccounts accounts, PaymentProof proof) {
        var formats = workspace.formats();
        var texts = workspace.texts();
        var heading =
                new Heading(formats, proof, formats.money(proof.amount(), proof.currency()), proof.organizationName());
        var said = "payment-proofs.say." + proof.status();
        if (texts.has(said)) {
            heading.say(texts.get(said));
        }
        return List.of(
                heading,
                new Facts(formats, texts.get("payment-proofs.payment"))
                        .link("payment-proofs.payin", "payin", proof.id())
                        .time("payment-proofs.paid", proof.paidAt())
                        .text("bank-entries.column.account", accounts.name(proof.accountId()))
                        .link("payment-proofs.entry", "bank_entry", proof.entryId())
                        .time("payment-proofs.wait-until", proof.waitUntil())
                        .text("bank-entries.decided-by", proof.decidedBy())
                        .text("queue.note", proof.note())
                        .time("bank-entries.updated", proof.updatedAt()));
    }
}
