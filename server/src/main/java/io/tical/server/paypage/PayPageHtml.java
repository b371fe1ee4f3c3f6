package io.tical.server.paypage;

import io.tical.common.CurrencyProfile;
import io.tical.server.http.ErrorAnswer;
import io.tical.server.http.FingerprintedAssets;
import io.tical.server.http.StaticContent;
import io.tical.server.input.Query;
import io.tical.server.payin.Payin;
import io.tical.server.payin.Theme;
import io.tical.server.paypage.PayPages.Opened;
import io.tical.server.slip.Slips.Standing;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The page. Its HTML contains everything that it shows of the payment, so that it can be read without scripts, and nothing that it hides,
 * such as an account before the payer has accepted the conditions.
 */
final class PayPageHtml {
    /** Characters of an amount that fit on a narrow screen in the largest type. */
    private static final int AMOUNT_LENGTH_LARGE = 13;

    /** For a payment to a third party, texts with this key prefix replace those without it. */
    private static final String MATCHED = "matched.";

    /** The prefix of the addresses of files. */
    private static final String ASSET = "asset/";

    private final Template template;
    private final FingerprintedAssets assets;
    private final Clock clock;
    private final Map<Language, Words> words = new EnumMap<>(Language.class);

    PayPageHtml(StaticContent shell, FingerprintedAssets assets, Clock clock) {
        this.assets = assets;
        this.clock = clock;
        template = new Template(new String(shell.bytes(), StandardCharsets.UTF_8));
        for (var language : Language.values()) {
            words.put(language, Words.of(language));
        }
    }

    /**
     * The language of a visit.
     *
     * @param all languages in the order of the browser's preference
     */
    record Tongue(Language language, List<Language> all) {}

    /** The page of a payment. */
    byte[] of(Opened opened, Tongue tongue, Query query) {
        var language = tongue.language();
        var payment = opened.payment();
        var terms = payment.terms();
        var payin = payment.payin();
        var expiresAt = payin.progress().expiresAt();
        var look = Look.of(terms.theme(), query);
        var screen = opened.screen();
        var shown = screen == Screen.PAY;
        var merchant = PaymentText.name(payment.merchantName());
        var host = PaymentText.host(terms.redirectUrl());
        var amount = PaymentText.money(terms.transferAmount(), payment.currency());
        var promptpay = shown && !look.modern() ? payment.promptpay() : null;
        var said = Map.of(
                "merchant", PaymentText.isolated(merchant),
                "amount", amount,
                "host", PaymentText.isolated(host),
                "time", PaymentText.time(expiresAt, payment.currency()));

        var own = word(language);
        var facts = common(look, screen, tongue, query);
        facts.put("status", payin.status().word());
        facts.put("token", terms.payToken());
        facts.put("expires", expiresAt.toString());
        facts.put("redirect", PaymentText.redirect(terms.redirectUrl()));
        facts.put("merchant", merchant);
        facts.put("mark", mark(payment, merchant));
        facts.put("home", Objects.requireNonNullElse(payment.brand().homeUrl(), ""));
        facts.put("support", Objects.requireNonNullElse(payment.brand().support(), ""));
        facts.put("supportUrl", Objects.requireNonNullElse(payment.brand().supportUrl(), ""));
        facts.put("amount", amount);
        facts.put("amountPlain", PaymentText.plain(terms.transferAmount(), payment.currency()));
        facts.put("orderRef", PaymentText.name(terms.merchantRef()));
        facts.put(
                "consentAction",
                "/pay/" + terms.payToken() + "/consent" + visit(query, language) + "&text_version="
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
        facts.put("sentSlips", sent(slips, payment, own));

        var flags = new HashMap<String, Boolean>();
        flags.put("known", true);
        flags.put("test", !terms.livemode());
        flags.put("long", amount.length() > AMOUNT_LENGTH_LARGE);
        // The payer may switch between light and dark on the page.
        flags.put("choice", look.theme() == Theme.CLASSIC);
        flags.put("qr", promptpay != null);
        flags.put("payer", terms.payer() != null);
        flags.put("returns", !host.isEmpty());
        flags.put("home", payment.brand().homeUrl() != null);
        flags.put("support", payment.brand().supportUrl() != null);
        flags.put("slips", slips.accepting() && slips.uploadsLeft() > 0);
        flags.put("slipsUsed", slips.uploadsLeft() == 0);
        flags.put("slipTrouble", trouble != null);
        flags.put("slipsSent", !slips.sent().isEmpty());
        return render(facts, said, flags, screen, language);
    }

    /** The merchant's logo, or the first letter of its name. */
    private static String mark(Payment payment, String merchant) {
        var logo = payment.logoPath();
        return logo == null
                ? "<span class=\"monogram\" aria-hidden=\"true\">" + PaymentText.monogram(merchant) + "</span>"
                : "<img class=\"logo\" src=\"" + logo + "\" alt=\"\" width=\"40\" height=\"40\">";
    }

    /** The amount is the requested one and the part that distinguishes this payment from others. */
    private static Map<String, String> parts(Payin.Terms terms, CurrencyProfile currency) {
        return Map.of(
                "amount", PaymentText.number(terms.transferAmount(), currency),
                "requested", PaymentText.number(terms.amount(), currency),
                "extra", PaymentText.number(terms.transferAmount() - terms.amount(), currency));
    }

    /** The page for a payment that cannot be shown. */
    byte[] of(ErrorAnswer failure, Tongue tongue, Query query) {
        var language = tongue.language();
        var screen = Screen.of(failure);
        var said = Map.of("seconds", failure.headers().getOrDefault("Retry-After", "60"));
        return render(common(Look.of(Theme.CLASSIC, query), screen, tongue, query), said, Map.of(), screen, language);
    }

    private byte[] render(
            Map<String, String> facts,
            Map<String, String> said,
            Map<String, Boolean> flags,
            Screen screen,
            Language language) {
        var own = word(language);
        facts.put("said", own.said(said));
        facts.put("title", own.say("title." + screen.word(), said));
        return template.render(
                        name -> {
                            if (name.startsWith(ASSET)) {
                                return assets.address(name.substring(ASSET.length()));
                            }
                            var fact = facts.get(name);
                            return fact != null ? fact : own.has(name) ? own.say(name, said) : "";
                        },
                        flag -> flags.getOrDefault(flag, false),
                        screen.word())
                .getBytes(StandardCharsets.UTF_8);
    }

    private Map<String, String> common(Look look, Screen screen, Tongue tongue, Query query) {
        var language = tongue.language();
        var facts = new HashMap<String, String>();
        facts.put("lang", language.word());
        facts.put("theme", look.theme().word());
        facts.put("layout", look.modern() ? "modern" : "classic");
        facts.put("darkMedia", look.darkMedia());
        facts.put("state", screen.word());
        facts.put("now", Long.toString(clock.millis()));
        facts.put("languageName", language.ownName());
        facts.put("languages", languages(tongue, query));
        facts.put("here", visit(query, language));
        return facts;
    }

    /** A link for each language, which keeps the look of this visit. */
    private static String languages(Tongue tongue, Query query) {
        var items = new StringBuilder();
        for (var language : tongue.all()) {
            var tag = language.word();
            items.append("<li><a href=\"%s\" hreflang=\"%s\" lang=\"%s\"%s>%s</a></li>"
                    .formatted(
                            visit(query, language).replace("&", "&amp;"),
                            tag,
                            tag,
                            language == tongue.language() ? " aria-current=\"true\"" : "",
                            language.ownName()));
        }
        return items.toString();
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

    /** What the payer must know about the last slip, as the key of its text: why it was rejected, or what does not fit; or null. */
    private static @Nullable String trouble(Standing slips, Screen screen) {
        var reason = slips.reason();
        if (reason != null) {
            return screen == Screen.PAY || screen == Screen.EXPIRED ? "rejected." + reason.word() : null;
        }
        var doubt = slips.doubt();
        return doubt != null && screen == Screen.CHECKING && slips.uploadsLeft() > 0 ? "doubt." + doubt.word() : null;
    }

    /** The sent slips as items of a list; a script makes the same when one is added. */
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

    /** The query of this visit in another language, with the same theme and mode. */
    static String visit(Query query, Language language) {
        var look = query.text("theme")
                .map(theme -> "&theme=" + Theme.of(theme).word())
                .orElse("");
        var mode = query.text("mode")
                .filter(Set.of("light", "dark")::contains)
                .map(word -> "&mode=" + word)
                .orElse("");
        return "?lang=" + language.word() + look + mode;
    }

    private Words word(Language language) {
        return Objects.requireNonNull(words.get(language));
    }
}
