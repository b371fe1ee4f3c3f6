package io.tical.server.paypage;

import io.tical.server.http.Query;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the page looks for one visit. */
record Look(Theme theme, Scheme scheme) {
    /** Whether it is light or dark. */
    enum Scheme {
        /** As the payer's system is. */
        SYSTEM("(prefers-color-scheme: dark)"),
        LIGHT("not all"),
        DARK("all");

        private final String darkMedia;

        Scheme(String darkMedia) {
            this.darkMedia = darkMedia;
        }

        /** When the dark tokens hold, as a media query. */
        String darkMedia() {
            return darkMedia;
        }
    }

    /** The themes that a merchant can choose. */
    enum Theme {
        /** The payer may switch between light and dark. */
        CLASSIC(Scheme.SYSTEM),
        LIGHT(Scheme.LIGHT),
        DARK(Scheme.DARK),
        /** Transfer and slip, without a QR code; light or dark as {@code mode} in the address says. */
        MODERN(Scheme.SYSTEM),
        OCEAN(Scheme.LIGHT),
        FOREST(Scheme.LIGHT),
        SUNSET(Scheme.LIGHT),
        ROSE(Scheme.LIGHT),
        MIDNIGHT(Scheme.DARK);

        private final Scheme scheme;

        Theme(Scheme scheme) {
            this.scheme = scheme;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** An unknown one is {@link #CLASSIC} (spec, Payer endpoints). */
        static Theme of(@Nullable String word) {
            return Arrays.stream(values())
                    .filter(theme -> theme.word().equals(word))
                    .findFirst()
                    .orElse(CLASSIC);
        }
    }

    /** @param stored the theme that the merchant chose; the address may name another for this visit */
    static Look of(String stored, Query query) {
        var theme = Theme.of(query.text("theme").orElse(stored));
        var mode = theme == Theme.MODERN ? query.text("mode").orElse("") : "";
        return new Look(theme, switch (mode) {
            case "light" -> Scheme.LIGHT;
            case "dark" -> Scheme.DARK;
            default -> theme.scheme;
        });
    }

    /** Whether the payer may switch between light and dark on the page. */
    boolean choice() {
        return theme == Theme.CLASSIC;
    }

    boolean showsQr() {
        return theme != Theme.MODERN;
    }

    String layout() {
        return theme == Theme.MODERN ? "modern" : "classic";
    }
}
