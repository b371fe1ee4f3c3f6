package io.tical.server.paypage;

import io.tical.common.CurrencyProfile;
import io.tical.server.http.ErrorAnswer;
import io.tical.server.http.FingerprintedAssets;
import io.tical.server.input.Query;
import io.tical.server.payin.Payin;
import io.tical.server.paypage.PayPages.Opened;
import io.tical.server.slip.Slips.Standing;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The page. Its HTML contains everything that it shows of the payment, so that it can be read without scripts, and nothing that it hides,
 * such as an account before the payer has accepted the conditions.
 */
final class PayPageHtml {
    /** Characters of an amount that fit on a narrow screen in the largest type. */
    private static final int AMOUNT_LENGTH_LARGE = 10;

    /** Characters of an amount that fit there in smaller type. A longer amount may take more lines. */
    private static final int AMOUNT_LENGTH_LINE = 13;

    /** For a payment to a third party, texts with this key prefix replace those without it. */
    private static final String MATCHED = "matched.";

    private final PageFrame frame;

    PayPageHtml(FingerprintedAssets assets, Clock clock) {
        frame = new PageFrame("pay.html", "pay.js", assets, clock);
    }

    /** The page for a payment that cannot be shown. */
    byte[] of(ErrorAnswer failure, VisitLanguage visitLanguage, Query query) {
        return frame.of(failure, visitLanguage, query);
    }

    /** The page of a payment. */
    byte[] of(Opened opened, VisitLanguage visitLanguage, Query query) {
        var language = visitLanguage.language();
        var payment = opened.payment();
        var terms = payment.terms();
        var payin = payment.payin();
        var expiresAt = payin.progress().expiresAt();
        var look = Look.of(terms.theme(), query);
        var screen = opened.screen();
        // While a slip is checked, another transfer may still be needed.
        var shown = screen == Screen.PAY
                || (screen == Screen.CHECKING && payin.status().open());
        var merchant = PaymentText.name(payment.merchantName());
        var host = PaymentText.host(terms.redirectUrl());
        var amount = PaymentText.money(terms.transferAmount(), payment.currency());
        var promptpay = shown && !look.modern() ? payment.promptpay() : null;
        var said = Map.of(
                "merchant", PaymentText.isolated(merchant),
                "amount", amount,
                "host", PaymentText.isolated(host),
                "time", PaymentText.time(expiresAt, payment.currency()));

        var own = Words.of(language);
        var draft = frame.draft(look, screen, visitLanguage, query);
        PageFrame.show(draft, merchant, payment.brand(), payment.logoPath());
        var facts = draft.facts();
        facts.put("status", payin.status().word());
        facts.put("token", terms.payToken());
        facts.put("api", PayPageRoutes.ROOT + terms.payToken());
        facts.put("expires", expiresAt.toString());
        facts.put("redirect", PaymentText.redirect(terms.redirectUrl()));
        facts.put("amount", amount);
        facts.put("size", size(amount));
        var paid = payment.paid();
        facts.put("total", paid == null ? amount : PaymentText.money(paid, payment.currency()));
        facts.put("paid", paid == null ? "" : Long.toString(paid));
        facts.put("amountPlain", PaymentText.plain(terms.transferAmount(), payment.currency()));
        facts.put("orderRef", PaymentText.name(terms.merchantRef()));
        facts.put(
                "consentAction",
                "/pay/" + terms.payToken() + "/consent" + PageFrame.visit(query, language) + "&text_version="
                        + Disclosures.TEXT_VERSION);
        facts.put("textVersion", Disclosures.TEXT_VERSION);
        if (terms.transferAmount() != terms.amount()) {
            facts.put("amountExact", own.say("amountParts", parts(terms, payment.currency())));
        }
        if (payin.matched()) {
            facts.putAll(own.replacing(MATCHED, said));
        }
        if (shown) {
            facts.putAll(account(payment, own));
        }
        if (promptpay != null) {
            facts.put("qrSvg", promptpay.qrSvg());
            facts.put("accountTitle", own.say("accountTitleOr", said));
        }
        var slips = opened.slips();
        var trouble = trouble(slips, screen);
        if (trouble != null) {
            facts.put("slipTroubleWhy", own.say(trouble, said));
        }
        facts.put("foldOpen", screen == Screen.PAY || trouble != null ? "open" : "");
        facts.put("sentSlips", sent(slips, payment, own));

        var flags = draft.flags();
        flags.put("test", !terms.livemode());
        flags.put("qr", promptpay != null);
        flags.put("payer", terms.payer() != null);
        flags.put("returns", !host.isEmpty());
        flags.put("slips", slips.accepting() && slips.uploadsLeft() > 0);
        flags.put("slipsUsed", slips.uploadsLeft() == 0);
        flags.put("slipTrouble", trouble != null);
        flags.put("slipsSent", !slips.sent().isEmpty());
        return frame.render(draft, said);
    }

    /** The size in which an amount is written. */
    static String size(String amount) {
        return amount.length() <= AMOUNT_LENGTH_LARGE
                ? "large"
                : amount.length() <= AMOUNT_LENGTH_LINE ? "line" : "long";
    }

    /** The amount is the requested one and the part that distinguishes this payment from others. */
    private static Map<String, String> parts(Payin.Terms terms, CurrencyProfile currency) {
        return Map.of(
                "amount", PaymentText.number(terms.transferAmount(), currency),
                "requested", PaymentText.number(terms.amount(), currency),
                "extra", PaymentText.number(terms.transferAmount() - terms.amount(), currency));
    }

    private static Map<String, String> account(Payment payment, Words words) {
        var destination = payment.destination();
        var facts = new HashMap<>(Map.of(
                "bankName", bank(payment, destination.bankCode(), words),
                "accountShown", PaymentText.account(destination.accountNo()),
                "accountPlain", PaymentText.name(destination.accountNo()),
                "holder", PaymentText.name(destination.holderName())));
        var payer = payment.payer();
        if (payer != null) {
            facts.put(
                    "payerShown",
                    PaymentText.name(payer.bankCode()) + " "
                            + payer.accountNo().replace('x', '•') + " · "
                            + PaymentText.isolated(PaymentText.name(payer.holderName())));
        }
        return facts;
    }

    /** The message about the last slip, as the key of its text: why it was rejected, or which check failed; or null. */
    private static @Nullable String trouble(Standing slips, Screen screen) {
        var reason = slips.reason();
        if (reason != null) {
            return screen == Screen.PAY || screen == Screen.EXPIRED ? "rejected." + reason.word() : null;
        }
        var doubt = slips.doubt();
        return doubt != null && screen == Screen.CHECKING && slips.uploadsLeft() > 0 ? "doubt." + doubt.word() : null;
    }

    /** The sent slips as items of a list; the script renders the same when one is added. */
    private static String sent(Standing slips, Payment payment, Words words) {
        var items = new StringBuilder();
        for (var slip : slips.sent()) {
            var shape = switch (slip.status()) {
                case PENDING -> "ring";
                case ACCEPTED -> "tick";
                case REJECTED -> "cross";
            };
            var status = slip.status().word();
            items.append(
                    "<li data-status=\"%s\"><svg class=\"icon\" aria-hidden=\"true\"><use href=\"#i-%s\"/></svg><b>%s</b>"
                            .formatted(status, shape, words.say("sent." + status, Map.of())));
            items.append("<time datetime=\"%s\">%s</time></li>"
                    .formatted(slip.at(), PaymentText.day(slip.at(), payment.currency())));
        }
        return items.toString();
    }

    private static String bank(Payment payment, String code, Words words) {
        var key = Words.BANK + code;
        return payment.currency().code().equals("THB") && words.has(key)
                ? words.say(key, Map.of())
                : PaymentText.name(code);
    }
}
