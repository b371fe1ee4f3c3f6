package io.tical.server.bankfile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The profiles that come with Tical: the layouts of Thai banks. */
public final class CsvProfiles {
    private static final List<String> SHIPPED = List.of(
            "bay-biz-online",
            "bbl-activity",
            "kbank-kbiz-recent",
            "kbank-kbiz-statement",
            "kbank-kcyber",
            "kbank-previous-day",
            "kbank-previous-day-without-time",
            "ktb-csv",
            "ktb-html",
            "scb-history",
            "scb-history-with-sign",
            "scb-text");

    private CsvProfiles() {}

    public static List<CsvProfile> shipped() {
        return SHIPPED.stream().map(CsvProfiles::read).toList();
    }

    private static CsvProfile read(String file) {
        var name = "profiles/" + file + ".json";
        try (var in = Objects.requireNonNull(CsvProfiles.class.getResourceAsStream(name), name)) {
            return CsvProfile.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
