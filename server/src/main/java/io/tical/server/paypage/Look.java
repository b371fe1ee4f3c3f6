package io.tical.server.paypage;

import io.tical.server.input.Query;
import io.tical.server.payin.Theme;

/** The theme and mode of the page for one visit. */
record Look(Theme theme, Scheme scheme) {
    /** Whether it is light or dark. */
    enum Scheme {
        /** The preference of the payer's system. */
        SYSTEM,
        LIGHT,
        DARK;
    }

    /** @param stored the theme that the merchant chose; the address may set another for this visit */
    static Look of(Theme stored, Query query) {
        var theme = query.text("theme").map(Theme::of).orElse(stored);
        return new Look(
                theme,
                switch (theme) {
                    case CLASSIC -> Scheme.SYSTEM;
                    case MODERN ->
                        switch (query.text("mode").orElse("")) {
                            case "light" -> Scheme.LIGHT;
                            case "dark" -> Scheme.DARK;
                            default -> Scheme.SYSTEM;
                        };
                    // All other themes have one mode only.
                    case LIGHT, OCEAN, FOREST, SUNSET, ROSE -> Scheme.LIGHT;
                    case DARK, MIDNIGHT -> Scheme.DARK;
                });
    }

    /** The media query of the dark tokens. */
    String darkMedia() {
        return switch (scheme) {
            case SYSTEM -> "(prefers-color-scheme: dark)";
            case LIGHT -> "not all";
            case DARK -> "all";
        };
    }

    /** Whether the payer may switch between light and dark on the page. */
    boolean choice() {
        return theme == Theme.CLASSIC;
    }

    boolean modern() {
        return theme == Theme.MODERN;
    }
}
