package io.tical.server.payin;

import io.tical.common.Word;
import org.jspecify.annotations.Nullable;

/** The themes of the pay page. */
public enum Theme implements Word {
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

    /** The default is {@link #CLASSIC}, also for an unknown text. */
    public static Theme of(@Nullable String word) {
        return word == null ? CLASSIC : Word.find(Theme.class, word).orElse(CLASSIC);
    }
}
