package io.tical.server.session;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The name of a browser and its system in words, such as {@code Firefox on Windows}, from the header {@code User-Agent}. */
final class BrowserName {
    private static final String UNKNOWN = "Unknown program";
    /** The name of a program that is not a browser, at the beginning of the header. */
    private static final Pattern PROGRAM = Pattern.compile("([A-Za-z][A-Za-z0-9._-]{0,39})(?:[/ ].*)?");

    /** A part of the header and the name that it indicates. The first match counts, because most browsers also name others. */
    private record Sign(String part, String name) {}

    private static final List<Sign> BROWSERS = List.of(
            new Sign("Edg", "Edge"),
            new Sign("OPR/", "Opera"),
            new Sign("SamsungBrowser/", "Samsung Internet"),
            new Sign("Line/", "LINE"),
            new Sign("Firefox/", "Firefox"),
            new Sign("FxiOS/", "Firefox"),
            new Sign("CriOS/", "Chrome"),
            new Sign("Chrome/", "Chrome"),
            new Sign("Version/", "Safari"));

    private static final List<Sign> SYSTEMS = List.of(
            new Sign("iPhone", "iPhone"),
            new Sign("iPad", "iPad"),
            new Sign("Android", "Android"),
            new Sign("Windows", "Windows"),
            new Sign("Macintosh", "macOS"),
            new Sign("CrOS", "ChromeOS"),
            new Sign("Linux", "Linux"));

    private BrowserName() {}

    /** @param userAgent null if the client sent none */
    static String of(@Nullable String userAgent) {
        if (userAgent == null) {
            return UNKNOWN;
        }
        if (!userAgent.startsWith("Mozilla/")) {
            var program = PROGRAM.matcher(userAgent);
            return program.matches() ? program.group(1) : UNKNOWN;
        }
        var browser = first(BROWSERS, userAgent, "A browser");
        var system = first(SYSTEMS, userAgent, "");
        return system.isEmpty() ? browser : browser + " on " + system;
    }

    private static String first(List<Sign> signs, String userAgent, String otherwise) {
        return signs.stream()
                .filter(sign -> userAgent.contains(sign.part))
                .map(Sign::name)
                .findFirst()
                .orElse(otherwise);
    }
}
