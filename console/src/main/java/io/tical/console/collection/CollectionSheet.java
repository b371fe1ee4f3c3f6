package io.tical.console.collection;

import io.tical.common.admin.CollectionAccount;
import io.tical.console.bank.AccountStatements;
import io.tical.console.part.Facts;
import io.tical.console.work.Workspace;
import java.util.List;
import javafx.scene.Node;

/** A collection account. */
record CollectionSheet(Workspace workspace) {
    List<Node> sections(CollectionItem item) {
        return List.of(account(item.account()), new AccountStatements(workspace, item.state()));
    }

    private Node account(CollectionAccount account) {
        var texts = workspace.texts();
        var weight = account.weight() == 0 ? texts.get("collection.weight.none") : String.valueOf(account.weight());
        return new Facts(workspace.formats(), account.bankCode() + " " + account.accountNo())
                .text("collection.currency", account.currency())
                .copyable("common.account.bank", account.bankCode())
                .number("common.account.number", account.accountNo())
                .copyable("common.account.holder", account.holderName())
                .number("collection.promptpay", account.promptpayId())
                .text("collection.weight.label", weight)
                .text(
                        "collection.reserved",
                        texts.get(
                                account.nearlyFull() ? "collection.reserved.warning" : "collection.reserved.fine",
                                account.reservedPercent()))
                .id("collection.id", account.id())
                .time("collection.created", account.createdAt())
                .time("collection.updated", account.updatedAt());
    }
}
