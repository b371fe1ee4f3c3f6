package io.tical.server.payin;

import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How the pay page looks. */
public enum Theme {
    /** The payer chooses light or dark. */
    CLASSIC,
    LIGHT,
    DARK,
    /** Account and slip upload without a QR code; follows {@code mode} of the page's address. */
    MODERN,
    OCEAN,
    FOREST,
    SUNSET,
    ROSE,
    MIDNIGHT;

    /** The theme as requests and views write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What is absent, blank or not known is {@link #CLASSIC} (spec, Payin create body). */
    public static Theme of(@Nullable String word) {
        return Arrays.stream(values())
                .filter(theme -> theme.word().equals(word))
                .findFirst()
                .orElse(CLASSIC);
    }
}
