package io.tical.server.paypage;

import io.tical.server.http.ErrorAnswer;
import io.tical.server.http.FingerprintedAssets;
import io.tical.server.input.Query;
import io.tical.server.merchant.Brand;
import io.tical.server.payin.Theme;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The common parts of all pages of the pay host: files, languages, the merchant, and the final screens. */
final class PageFrame {
    /** The prefix of the addresses of files. */
    private static final String ASSET = "asset/";

    private final Template template;
    private final String script;
    private final FingerprintedAssets assets;
    private final Clock clock;

    /**
     * @param page the name of its resource
     * @param script the name of its script
     */
    PageFrame(String page, String script, FingerprintedAssets assets, Clock clock) {
        this.template = Template.of(page);
        this.script = script;
        this.assets = assets;
        this.clock = clock;
    }

    /**
     * A page that is being rendered.
     *
     * @param facts the values of placeholders; they replace texts of the same name
     * @param flags the names of conditional elements, with whether they are shown
     */
    record Draft(Screen screen, Language language, Map<String, String> facts, Map<String, Boolean> flags) {}

    Draft draft(Look look, Screen screen, VisitLanguage visitLanguage, Query query) {
        var language = visitLanguage.language();
        var facts = new HashMap<String, String>();
        facts.put("lang", language.word());
        facts.put("theme", look.theme().word());
        facts.put("layout", look.modern() ? "modern" : "classic");
        facts.put("darkMedia", look.darkMedia());
        facts.put("script", assets.address(script));
        facts.put("state", screen.word());
        facts.put("now", Long.toString(clock.millis()));
        facts.put("languageName", language.ownName());
        facts.put("languages", languages(visitLanguage, query));
        facts.put("here", visit(query, language));
        var flags = new HashMap<String, Boolean>();
        // The payer may switch between light and dark on the page.
        flags.put("choice", look.theme() == Theme.CLASSIC);
        return new Draft(screen, language, facts, flags);
    }

    /** Adds the merchant. */
    static void show(Draft draft, String merchant, Brand brand, @Nullable String logoPath) {
        draft.facts().put("merchant", merchant);
        draft.facts().put("mark", mark(merchant, logoPath));
        draft.facts().put("home", Objects.requireNonNullElse(brand.homeUrl(), ""));
        draft.facts().put("support", Objects.requireNonNullElse(brand.support(), ""));
        draft.facts().put("supportUrl", Objects.requireNonNullElse(brand.supportUrl(), ""));
        draft.flags().put("known", true);
        draft.flags().put("home", brand.homeUrl() != null);
        draft.flags().put("support", brand.supportUrl() != null);
    }

    /** The merchant's logo, or the first letter of its name. */
    private static String mark(String merchant, @Nullable String logoPath) {
        return logoPath == null
                ? "<span class=\"monogram\" aria-hidden=\"true\">" + PaymentText.monogram(merchant) + "</span>"
                : "<img class=\"logo\" src=\"" + logoPath + "\" alt=\"\" width=\"40\" height=\"40\">";
    }

    /** The page for a payment that cannot be shown. */
    byte[] of(ErrorAnswer failure, VisitLanguage visitLanguage, Query query) {
        var draft = draft(Look.of(Theme.CLASSIC, query), Screen.of(failure), visitLanguage, query);
        return render(draft, Map.of("seconds", failure.headers().getOrDefault("Retry-After", "60")));
    }

    /** @param said the data in sentences */
    byte[] render(Draft draft, Map<String, String> said) {
        var own = Words.of(draft.language());
        var facts = draft.facts();
        facts.putIfAbsent("said", own.scriptTexts(said));
        var stated = facts.get("title");
        var title = stated != null ? stated : own.say("title." + draft.screen().word(), said);
        var merchant = facts.get("merchant");
        if (merchant != null) {
            title = title + " · " + merchant;
            facts.put("preview", preview(draft, own, title, merchant));
        }
        facts.put("title", title);
        return template.render(
                        name -> {
                            if (name.startsWith(ASSET)) {
                                return assets.address(name.substring(ASSET.length()));
                            }
                            var fact = facts.get(name);
                            return fact != null ? fact : own.has(name) ? own.say(name, said) : "";
                        },
                        flag -> draft.flags().getOrDefault(flag, false),
                        draft.screen().word())
                .getBytes(StandardCharsets.UTF_8);
    }

    /**
     * What a chat shows of a link to the page: the merchant, the amount and whether anything is still to be paid. Everyone in the chat
     * sees it, so it has nothing of the payer or of an account, and no reference.
     */
    private static String preview(Draft draft, Words own, String title, String merchant) {
        var description =
                own.say(draft.screen().ended() ? "preview.ended" : "preview.open", Map.of("merchant", merchant));
        if (draft.flags().getOrDefault("test", false)) {
            description = own.say("band", Map.of()) + " " + description;
        }
        return meta("name", "description", description)
                + meta("property", "og:type", "website")
                + meta("property", "og:site_name", merchant)
                + meta("property", "og:title", title)
                + meta("property", "og:description", description)
                + meta("name", "twitter:card", "summary");
    }

    private static String meta(String kind, String name, String content) {
        return "<meta %s=\"%s\" content=\"%s\">\n".formatted(kind, name, Template.escaped(content));
    }

    /** A link for each language, which keeps the look of this visit. */
    private static String languages(VisitLanguage visitLanguage, Query query) {
        var items = new StringBuilder();
        for (var language : visitLanguage.all()) {
            var tag = language.word();
            items.append("<li><a href=\"%s\" hreflang=\"%s\" lang=\"%s\"%s>%s</a></li>"
                    .formatted(
                            visit(query, language).replace("&", "&amp;"),
                            tag,
                            tag,
                            language == visitLanguage.language() ? " aria-current=\"true\"" : "",
                            language.ownName()));
        }
        return items.toString();
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
}
