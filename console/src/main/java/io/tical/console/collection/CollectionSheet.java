package io.tical.console.collection;

import io.tical.common.admin.CollectionAccount;
import io.tical.common.admin.PaymentFiles;
import io.tical.console.bank.AccountStatements;
import io.tical.console.part.Facts;
import io.tical.console.text.Formats;
import io.tical.console.work.Workspace;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import org.jspecify.annotations.Nullable;

/** A collection account. */
record CollectionSheet(Workspace workspace) {
    List<Node> sections(CollectionItem item) {
        var sections =
                new ArrayList<Node>(List.of(account(item.account()), new AccountStatements(workspace, item.state())));
        sections.add(limits(item.account()));
        if (!item.account().purpose().equals("collecting")) {
            sections.add(paying(item.paying().account()));
        }
        return sections;
    }

    private Node account(CollectionAccount account) {
        var texts = workspace.texts();
        var weight = account.weight() == 0 ? texts.get("collection.weight.none") : String.valueOf(account.weight());
        return new Facts(workspace.formats(), account.bankCode() + " " + account.accountNo())
                .text("collection.purpose", texts.word("collection.purpose", account.purpose()))
                .text("collection.currency", account.currency())
                .copyable("common.account.bank", account.bankCode())
                .number("common.account.number", account.accountNo())
                .copyable("common.account.holder", account.holderName())
                .number("collection.promptpay", account.promptpayId())
                .text("collection.weight.label", account.collects() ? weight : null)
                .text(
                        "collection.reserved",
                        account.collects()
                                ? texts.get(
                                        account.nearlyFull()
                                                ? "collection.reserved.warning"
                                                : "collection.reserved.fine",
                                        account.reservedPercent())
                                : null)
                .text("collection.zone", account.bankZone())
                .id("collection.id", account.id())
                .time("collection.created", account.createdAt())
                .time("collection.updated", account.updatedAt());
    }

    private Node limits(CollectionAccount account) {
        var facts = new Facts(workspace.formats(), workspace.texts().get("collection.limits"));
        var any = false;
        if (account.collects()) {
            any |= limit(facts, account, "payin_max", account.payinMax());
            any |= limit(facts, account, "day_in_max", account.dayInMax());
        }
        if (account.pays()) {
            any |= limit(facts, account, "payment_max", account.paymentMax());
            any |= limit(facts, account, "day_out_max", account.dayOutMax());
            var payments = account.dayOutPayments();
            if (payments != null) {
                facts.text("collection.limit.day_out_payments", Formats.count(payments));
                any = true;
            }
        }
        return any
                ? facts
                : facts.text("collection.limits.kind", workspace.texts().get("collection.limits.none"));
    }

    private boolean limit(Facts facts, CollectionAccount account, String name, @Nullable Long amount) {
        if (amount != null) {
            facts.text("collection.limit." + name, workspace.formats().money(amount, account.currency()));
        }
        return amount != null;
    }

    private Node paying(PaymentFiles.Account paying) {
        var texts = workspace.texts();
        var format = paying.format();
        var day = paying.executionDay();
        var next = paying.active() ? paying.nextCutOff() : null;
        var facts = new Facts(workspace.formats(), texts.get("collection.paying.title"));
        if (format == null) {
            return facts.text("collection.paying.format", texts.get("collection.paying.none"));
        }
        facts.status("collection.paying.status", paying.active() ? "active" : "disabled")
                .text("collection.paying.format", texts.word("payment-files.formats", format));
        paying.settings()
                .forEach((name, value) -> facts.text(
                        "collection.paying.settings",
                        texts.get("queue.about", PayingDecision.label(texts, name), value)));
        return facts.text("collection.paying.zone", paying.zone())
                .text(
                        "collection.paying.cut-off",
                        paying.cutOff() == null ? texts.get("collection.paying.cut-off.none") : paying.cutOff())
                .text(
                        "collection.paying.next-cut-off",
                        next == null ? null : workspace.formats().time(next))
                .text(
                        "collection.paying.next-day",
                        day == null ? null : workspace.formats().day(LocalDate.parse(day)))
                .text("collection.paying.answer-days", Formats.count(paying.answerDays()))
                .text("collection.paying.payments-max", Formats.count(paying.paymentsMax()));
    }
}
