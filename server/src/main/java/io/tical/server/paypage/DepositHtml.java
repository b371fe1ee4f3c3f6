package io.tical.server.paypage;

import io.tical.common.Json;
import io.tical.server.crypto.Transfer;
import io.tical.server.http.FingerprintedAssets;
import io.tical.server.input.Query;
import io.tical.server.payin.Theme;
import io.tical.server.paypage.DepositPayment.Fate;
import java.time.Clock;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The page of a deposit. Its script replaces the parts that change. */
final class DepositHtml {
    private static final String NOTE = Words.DEPOSIT + "note.";

    private static final int HASH_ENDS = 6;

    private final PageFrame frame;

    DepositHtml(FingerprintedAssets assets, Clock clock) {
        frame = new PageFrame("deposit.html", "deposit.js", assets, clock);
    }

    byte[] of(DepositPayment payment, VisitLanguage visitLanguage, Query query) {
        var terms = payment.terms();
        var deposit = payment.deposit();
        var currency = payment.currency();
        var expiresAt = payment.payin().progress().expiresAt();
        var screen = payment.screen();
        var merchant = PaymentText.name(payment.merchantName());
        var host = PaymentText.host(terms.redirectUrl());
        var network = deposit.network();
        var due = payment.missing();
        var amount = PaymentText.crypto(due, currency);
        var said = Map.of(
                "merchant", PaymentText.isolated(merchant),
                "amount", amount,
                "total", PaymentText.crypto(deposit.amount(), currency),
                "arrived", PaymentText.crypto(payment.arrived(), currency),
                "extra", PaymentText.crypto(payment.extra(), currency),
                "network", PaymentText.isolated(network.chain() + " (" + network.name() + ")"),
                "host", PaymentText.isolated(host),
                "time", PaymentText.time(expiresAt, currency));

        var own = Words.of(visitLanguage.language());
        var draft = frame.draft(look(terms.theme(), query), screen, visitLanguage, query);
        PageFrame.show(draft, merchant, payment.brand(), payment.logoPath());
        var facts = draft.facts();
        facts.putAll(own.replacing(Words.DEPOSIT, said));
        facts.put("said", own.depositScriptTexts(said));
        facts.put("title", own.say(title(own, screen), said));
        facts.put("status", payment.payin().status().word());
        facts.put("token", terms.payToken());
        facts.put("api", DepositRoutes.ROOT + terms.payToken());
        facts.put("version", DepositView.version(Json.bytes(DepositView.of(payment))));
        facts.put("expires", expiresAt.toString());
        facts.put("redirect", PaymentText.redirect(terms.redirectUrl()));
        facts.put("amount", amount);
        facts.put("size", PayPageHtml.size(amount));
        facts.put("amountPlain", PaymentText.cryptoPlain(due, currency));
        facts.put("total", PaymentText.crypto(payment.total(), currency));
        facts.put("orderRef", PaymentText.name(terms.merchantRef()));
        facts.put("network", network.chain() + " (" + network.name() + ")");
        facts.put("transfers", transfers(payment, own));
        if (due > 0 && payment.arrived() > 0) {
            facts.put("amountLabel", own.say(Words.DEPOSIT + "amountMissing", said));
            facts.put("amountExact", own.say(Words.DEPOSIT + "amountArrived", said));
        }
        var code = payment.code();
        if (code != null) {
            facts.put("qrSvg", code.svg());
            facts.put("address", deposit.address());
        }
        var note = note(payment);
        if (note != null) {
            facts.put("note", own.say(NOTE + note, said));
        }

        var flags = draft.flags();
        flags.put("test", !terms.livemode());
        flags.put("returns", !host.isEmpty());
        flags.put("note", note != null);
        flags.put("transfers", !payment.transfers().isEmpty());
        return frame.render(draft, said);
    }

    /** The modern theme has no layout of its own here: account and slip are side by side in it, and a deposit has no slip. */
    private static Look look(Theme theme, Query query) {
        return Look.of(theme, query).plain();
    }

    private static String title(Words own, Screen screen) {
        var key = "title." + screen.word();
        return own.has(Words.DEPOSIT + key) ? Words.DEPOSIT + key : key;
    }

    /** The note for the payer, as the end of the key of its text; or null. */
    private static @Nullable String note(DepositPayment payment) {
        if (payment.has(Fate.LATE)) {
            return "late";
        }
        if (payment.has(Fate.REVIEW)) {
            return "review";
        }
        if (payment.extra() > 0) {
            return "extra";
        }
        return switch (payment.screen()) {
            case EXPIRED -> payment.arrived() > 0 ? "short" : null;
            case CANCELLED, FAILED -> payment.arrived() > 0 ? "review" : null;
            case PAY -> payment.has(Fate.WITHDRAWN) ? "withdrawn" : null;
            case CONSENT, CHECKING, SUCCESS, REJECTED, REFUNDED, MISSING, BUSY, TROUBLE -> null;
        };
    }

    private static String transfers(DepositPayment payment, Words words) {
        var items = new StringBuilder();
        payment.transfers().forEach(transfer -> item(payment, transfer, words, items));
        return items.toString();
    }

    private static void item(DepositPayment payment, Transfer transfer, Words words, StringBuilder items) {
        var fate = payment.fate(transfer);
        var shape = switch (fate) {
            case CONFIRMING -> "ring";
            case CONFIRMED, ACCEPTED -> "tick";
            case LATE, REVIEW -> "pause";
            case WITHDRAWN -> "dash";
        };
        var confirmations = payment.confirmations(transfer);
        var required = payment.deposit().requiredConfirmations();
        var said = new HashMap<String, String>();
        said.put("n", Long.toString(confirmations));
        said.put("of", Integer.toString(required));
        var status = words.say(Words.DEPOSIT + "transfer." + fate.word(), said);
        items.append(
                "<li data-status=\"%s\"><svg class=\"icon\" aria-hidden=\"true\"><use href=\"#i-%s\"/></svg><b>%s</b><b>%s</b>"
                        .formatted(
                                fate.word(),
                                shape,
                                status,
                                PaymentText.crypto(transfer.amount().micro(), payment.currency())));
        if (fate == Fate.CONFIRMING) {
            items.append(String.format(
                    Locale.ROOT,
                    "<progress class=\"bar\" max=\"%d\" value=\"%d\" aria-label=\"%s\"></progress>",
                    required,
                    confirmations,
                    status));
        }
        items.append(
                "<time datetime=\"%s\">%s</time><span class=\"hash\" lang=\"en\" dir=\"ltr\" title=\"%s\">%s</span></li>"
                        .formatted(
                                transfer.at(),
                                PaymentText.day(transfer.at(), payment.currency()),
                                Template.escaped(transfer.txHash()),
                                Template.escaped(shortened(transfer.txHash()))));
    }

    /** A hexadecimal hash without its middle. */
    private static String shortened(String hash) {
        return hash.length() <= 2 * HASH_ENDS + 1
                ? hash
                : hash.substring(0, HASH_ENDS) + "…" + hash.substring(hash.length() - HASH_ENDS);
    }
}
