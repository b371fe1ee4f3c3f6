package io.tical.server.merchant;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tical.db.Session;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** The organizations of codes. A code stays that of its organization, so each is read once while it is in use. */
public final class OrganizationCodes {
    private static final int LENGTH = 10;
    /** Without 0, O, 1 and I, which are easily confused. */
    private static final String ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

    private static final Pattern FORM = Pattern.compile("[" + ALPHABET + "]{" + LENGTH + "}");
    private static final int ENTRIES_MAX = 20_000;

    private final Cache<String, UUID> known =
            Caffeine.newBuilder().maximumSize(ENTRIES_MAX).build();

    static String random() {
        return Base62.random(LENGTH, ALPHABET);
    }

    /** The code that somebody wrote, in either case and with spaces around it; empty if no code has this form. */
    public static Optional<String> parse(String text) {
        return Optional.of(text.strip().toUpperCase(Locale.ROOT))
                .filter(code -> FORM.matcher(code).matches());
    }

    /**
     * The organizations of these codes, for a unit of work. A code that no organization has is left out.
     *
     * @throws io.tical.db.AlteredRow if the service did not write one of their rows
     */
    public Map<String, UUID> find(Session session, Collection<String> codes) {
        var found = new HashMap<>(known.getAllPresent(codes));
        var missing = codes.stream().filter(code -> !found.containsKey(code)).toList();
        if (!missing.isEmpty()) {
            for (var code : OrganizationStore.codes(session, missing)) {
                known.put(code.code(), code.organizationId());
                found.put(code.code(), code.organizationId());
            }
        }
        return found;
    }
}
