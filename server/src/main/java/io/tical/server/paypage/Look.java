package io.tical.server.paypage;

import io.tical.server.input.Query;
import io.tical.server.payin.Theme;

/**
 * The theme and mode of the page for one visit.
 *
 * @param darkMedia the media query of the dark tokens
 * @param modern whether it has the modern layout
 */
record Look(Theme theme, String darkMedia, boolean modern) {
    /** The preference of the payer's system. */
    private static final String SYSTEM = "(prefers-color-scheme: dark)";

    private static final String LIGHT = "not all";
    private static final String DARK = "all";

    /** @param stored the theme that the merchant chose; the address may set another for this visit */
    static Look of(Theme stored, Query query) {
        var theme = query.text("theme").map(Theme::of).orElse(stored);
        return new Look(
                theme,
                switch (theme) {
                    case CLASSIC -> SYSTEM;
                    case MODERN ->
                        switch (query.text("mode").orElse("")) {
                            case "light" -> LIGHT;
                            case "dark" -> DARK;
                            default -> SYSTEM;
                        };
                    // All other themes have one mode only.
                    case LIGHT, OCEAN, FOREST, SUNSET, ROSE -> LIGHT;
                    case DARK, MIDNIGHT -> DARK;
                },
                theme == Theme.MODERN);
    }

    /** This look with the common layout. */
    Look plain() {
        return new Look(theme, darkMedia, false);
    }
}
