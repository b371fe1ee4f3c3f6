package io.tical.server.paypage;

import io.tical.server.input.Query;
import io.tical.server.payin.Theme;

/** The theme and mode of the page for one visit. */
record Look(Theme theme, Scheme scheme) {
    /** Whether it is light or dark. */
    enum Scheme {
        /** The preference of the payer's system. */
        SYSTEM("(prefers-color-scheme: dark)"),
        LIGHT("not all"),
        DARK("all");

        private final String darkMedia;

        Scheme(String darkMedia) {
            this.darkMedia = darkMedia;
        }

        /** The media query of the dark tokens. */
        String darkMedia() {
            return darkMedia;
        }
    }

    /** @param stored the theme that the merchant chose; the address may set another for this visit */
    static Look of(Theme stored, Query query) {
        var theme = query.text("theme").map(Theme::of).orElse(stored);
        return new Look(theme, theme == Theme.MODERN ? mode(query) : scheme(theme));
    }

    private static Scheme mode(Query query) {
        return switch (query.text("mode").orElse("")) {
            case "light" -> Scheme.LIGHT;
            case "dark" -> Scheme.DARK;
            default -> Scheme.SYSTEM;
        };
    }

    /** All other themes have one mode only. */
    private static Scheme scheme(Theme theme) {
        return switch (theme) {
            case CLASSIC, MODERN -> Scheme.SYSTEM;
            case LIGHT, OCEAN, FOREST, SUNSET, ROSE -> Scheme.LIGHT;
            case DARK, MIDNIGHT -> Scheme.DARK;
        };
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
