package io.tical.console.account;

import io.tical.common.admin.BankAccounts;
import io.tical.common.admin.Destination;
import io.tical.console.part.Facts;
import io.tical.console.queue.Heading;
import io.tical.console.work.Workspace;
import java.util.List;
import javafx.scene.Node;

/** A bank account with what its verification needs. */
record AccountSheet(Workspace workspace) {
    List<Node> sections(BankAccounts.Row account) {
        var formats = workspace.formats();
        var texts = workspace.texts();
        var heading = new Heading(formats, account, account.holderName(), account.organizationName());
        var names = account.name();
        if (names != null && !names.equals(account.holderName())) {
            heading.say(texts.get("accounts.names-differ", names));
        }
        return List.of(
                heading,
                new Facts(formats, texts.get("accounts.account"))
                        .destination(new Destination(account.bankCode(), account.accountNo(), account.holderName()))
                        .text("accounts.currency", account.currency())
                        .text("accounts.label", account.label()),
                new Facts(formats, texts.get(names == null ? "accounts.organization" : "accounts.customer"))
                        .text("accounts.merchant", account.organizationName())
                        .text("accounts.name", names)
                        .copyable("accounts.email", account.email())
                        .copyable("accounts.phone", account.phone())
                        .id("accounts.id", account.id())
                        .time("accounts.created", account.createdAt())
                        .time("accounts.updated", account.updatedAt())
                        .time("accounts.requested", account.verificationRequestedAt())
                        .time("accounts.verified", account.verifiedAt())
                        .time("accounts.refused", account.verificationRefusedAt()));
    }
}
