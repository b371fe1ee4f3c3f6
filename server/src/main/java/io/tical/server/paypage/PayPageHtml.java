package io.tical.server.paypage;

import io.tical.server.http.ErrorAnswer;
import io.tical.server.http.StaticContent;
import io.tical.server.input.Query;
import io.tical.server.payin.Theme;
import io.tical.server.paypage.PayPages.Opened;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The page. Its HTML contains everything that it shows of the payment, so that it can be read without scripts, and nothing that it hides,
 * such as an account before the payer has accepted the conditions.
 */
final class PayPageHtml {
    /** Characters of an amount that fit on a narrow screen in the largest type. */
    private static final int AMOUNT_LENGTH_LARGE = 13;

    /** For a payment to a third party, texts with this key prefix replace those without it. */
    private static final String MATCHED = "matched.";

    private final Template template;
    private final Clock clock;
    private final Map<Language, Words> words = new EnumMap<>(Language.class);

    PayPageHtml(StaticContent shell, Clock clock) {
        this.clock = clock;
        template = Template.of(new String(shell.bytes(), StandardCharsets.UTF_8));
        for (var language : Language.values()) {
            words.put(language, Words.of(language));
        }
    }

    /** The page of a payment. */
    byte[] of(Opened opened, Language language, Query query) {
        var payment = opened.payment();
        var look = Look.of(payment.theme(), query);
        var screen = opened.screen();
        var shown = screen == Screen.PAY;
        var merchant = PaymentText.name(payment.merchantName());
        var host = PaymentText.host(payment.redirectUrl());
        var amount = PaymentText.money(payment.amount(), payment.currency());
        var promptpay = shown && look.showsQr() ? payment.promptpay() : null;
        var said = Map.of(
                "merchant", PaymentText.isolated(merchant),
                "amount", amount,
                "host", PaymentText.isolated(host),
                "time", PaymentText.time(payment.expiresAt(), payment.currency()));

        var facts = common(look, screen, language, query);
        facts.put("status", payment.status().word());
        facts.put("token", payment.payToken());
        facts.put("expires", payment.expiresAt().toString());
        facts.put("redirect", PaymentText.redirect(payment.redirectUrl()));
        facts.put("merchant", merchant);
        facts.put("monogram", PaymentText.monogram(merchant));
        facts.put("amount", amount);
        facts.put("amountPlain", PaymentText.plain(payment.amount(), payment.currency()));
        facts.put("orderRef", PaymentText.name(payment.orderRef()));
        facts.put(
                "consentAction",
                "/pay/" + payment.payToken() + "/consent" + visit(query, language) + "&text_version="
                        + Disclosures.TEXT_VERSION);
        facts.put("textVersion", Disclosures.TEXT_VERSION);
        if (payment.matched()) {
            facts.putAll(word(language).replacing(MATCHED, said));
        }
        if (shown) {
            facts.putAll(account(payment, word(language)));
        }
        if (promptpay != null) {
            facts.put("qrSvg", promptpay.qrSvg());
            facts.put("accountTitle", word(language).say("accountTitleOr", said));
        }
        var reason = opened.slips().reason();
        if (reason != null) {
            facts.put("slipRejectedWhy", word(language).say(rejected(reason, word(language)), said));
        }

        var flags = new HashSet<>(Set.of("known"));
        raise(flags, "test", !payment.livemode());
        raise(flags, "long", amount.length() > AMOUNT_LENGTH_LARGE);
        raise(flags, "choice", look.choice());
        raise(flags, "qr", promptpay != null);
        raise(flags, "payer", payment.payer() != null);
        raise(flags, "returns", !host.isEmpty());
        raise(flags, "slips", opened.slips().accepting() && opened.slips().uploadsLeft() > 0);
        raise(flags, "slipsUsed", opened.slips().uploadsLeft() == 0);
        raise(flags, "slipRejected", reason != null && (shown || screen == Screen.EXPIRED));
        return render(facts, said, flags, screen, language);
    }

    /** The page for a payment that cannot be shown. */
    byte[] of(ErrorAnswer failure, Language language, Query query) {
        var screen = Screen.of(failure);
        var wait = failure.headers().get("Retry-After");
        var said = Map.of("seconds", wait == null ? "60" : wait);
        return render(common(Look.of(Theme.CLASSIC, query), screen, language, query), said, Set.of(), screen, language);
    }

    private byte[] render(
            Map<String, String> facts, Map<String, String> said, Set<String> flags, Screen screen, Language language) {
        var own = word(language);
        facts.put("said", own.said(said));
        facts.put("title", own.say("title." + screen.word(), said));
        return template.render(
                        name -> {
                            var fact = facts.get(name);
                            return fact != null ? fact : own.has(name) ? own.say(name, said) : "";
                        },
                        flags::contains,
                        screen.word())
                .getBytes(StandardCharsets.UTF_8);
    }

    private Map<String, String> common(Look look, Screen screen, Language language, Query query) {
        var facts = new HashMap<String, String>();
        facts.put("lang", language.tag());
        facts.put("theme", look.theme().word());
        facts.put("layout", look.layout());
        facts.put("darkMedia", look.scheme().darkMedia());
        facts.put("state", screen.word());
        facts.put("now", Long.toString(clock.millis()));
        facts.put("otherLang", language.other().tag());
        facts.put("otherHref", visit(query, language.other()));
        facts.put("here", visit(query, language));
        return facts;
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
            var masked = payer.masked();
            facts.put(
                    "payerShown",
                    PaymentText.name(masked.bankCode()) + " "
                            + masked.accountNo().replace('x', '•') + " · "
                            + PaymentText.isolated(PaymentText.name(masked.holderName())));
        }
        return facts;
    }

    private static String bank(Payment payment, String code, Words words) {
        var key = "bank." + code;
        return payment.currency().code().equals("THB") && words.has(key)
                ? words.say(key, Map.of())
                : PaymentText.name(code);
    }

    private static String rejected(String reason, Words words) {
        return words.has("rejected." + reason) ? "rejected." + reason : "rejected.other";
    }

    /** The query of this visit in another language, with the same theme and mode. */
    static String visit(Query query, Language language) {
        var look = query.text("theme")
                .map(theme -> "&theme=" + Theme.of(theme).word())
                .orElse("");
        var mode = query.text("mode")
                .filter(Set.of("light", "dark")::contains)
                .map(word -> "&mode=" + word)
                .orElse("");
        return "?lang=" + language.tag() + look + mode;
    }

    private static void raise(Set<String> flags, String flag, boolean up) {
        if (up) {
            flags.add(flag);
        }
    }

    private Words word(Language language) {
        return Objects.requireNonNull(words.get(language));
    }
}
