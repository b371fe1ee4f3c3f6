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

/** Finds organizations by their codes. A code never changes, so its organization is cached. */
public final class OrganizationCodes {
    private static final int LENGTH = 10;
    /** Without 0, O, 1 and I, which are easily confused. */
    private static final String ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

    /** A code with a character that no code contains is well-formed, and unknown. */
    private static final Pattern FORM = Pattern.compile("[0-9A-Z]{" + LENGTH + "}");

    private static final int ENTRIES_MAX = 20_000;

    private final Cache<String, UUID> known =
            Caffeine.newBuilder().maximumSize(ENTRIES_MAX).build();

    static String random() {
        return Base62.random(LENGTH, ALPHABET);
    }

    /** Parses a code in upper or lower case, with surrounding spaces; empty if it is malformed. */
    public static Optional<String> parse(String text) {
        return Optional.of(text.strip().toUpperCase(Locale.ROOT))
                .filter(code -> FORM.matcher(code).matches());
    }

    /**
     * The organizations of these codes, for a unit of work. Unknown codes have no entry.
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
