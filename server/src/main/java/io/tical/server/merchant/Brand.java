package io.tical.server.merchant;

import io.tical.server.input.SeenVersion;
import io.tical.server.input.Texts;
import io.tical.server.problem.Problem;
import java.net.URI;
import java.util.ArrayList;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The texts and the logo that a merchant shows to its payers.
 *
 * @param displayName shown instead of the organization's name
 * @param support an email address, a telephone number or an {@code https} URL
 * @param homeUrl the merchant's shop, an {@code https} URL
 * @param logoSha256 of the logo in hex
 */
public record Brand(
        UUID organizationId,
        @Nullable String displayName,
        @Nullable String support,
        @Nullable String homeUrl,
        @Nullable String logoSha256) {
    /** The maximum length of the texts, in characters. */
    public static final int NAME_MAX = 64;

    public static final int SUPPORT_MAX = 128;
    public static final int URL_MAX = 512;

    private static final Pattern EMAIL =
            Pattern.compile("[^\\s@<>\"',;:()]+@[^\\s@<>\"',;:()]+\\.[^\\s@<>\"',;:()]{2,}");
    private static final Pattern PHONE = Pattern.compile("\\+?[0-9][0-9 ()-]{4,24}");
    private static final Pattern NOT_DIALLED = Pattern.compile("[ ()-]");

    static Brand none(UUID organizationId) {
        return new Brand(organizationId, null, null, null, null);
    }

    /** The version that a person saw, for changing it. */
    public String version() {
        return SeenVersion.of(
                SeenVersion.part(displayName),
                SeenVersion.part(support),
                SeenVersion.part(homeUrl),
                SeenVersion.part(logoSha256));
    }

    /** @throws Problem.Invalid with an error for each invalid field */
    void check() {
        var errors = new ArrayList<Problem.FieldError>();
        if (displayName != null && (displayName.isBlank() || Texts.length(displayName) > NAME_MAX)) {
            errors.add(new Problem.FieldError("display_name", "length", "must have 1 to " + NAME_MAX + " characters"));
        }
        if (support != null && supportUrl() == null) {
            errors.add(new Problem.FieldError(
                    "support", "format", "must be an email address, a telephone number or an https URL"));
        }
        if (homeUrl != null && !isHttps(homeUrl)) {
            errors.add(new Problem.FieldError("home_url", "format", "must be an https URL"));
        }
        Problem.Invalid.check(errors);
    }

    /** The support contact as a URL; null if there is none. */
    public @Nullable String supportUrl() {
        if (support == null) {
            return null;
        }
        if (EMAIL.matcher(support).matches()) {
            return "mailto:" + support;
        }
        return PHONE.matcher(support).matches()
                ? "tel:" + NOT_DIALLED.matcher(support).replaceAll("")
                : isHttps(support) ? support : null;
    }

    private static boolean isHttps(String url) {
        try {
            var parsed = URI.create(url);
            return "https".equalsIgnoreCase(parsed.getScheme()) && parsed.getHost() != null;
        } catch (IllegalArgumentException noUrl) {
            return false;
        }
    }
}
