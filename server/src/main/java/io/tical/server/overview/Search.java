package io.tical.server.overview;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.tical.common.Ids;
import io.tical.db.Session;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds objects of one kind for operators. Each statement must use an index. */
@FunctionalInterface
public interface Search {
    /** The maximum number of hits of each search and of all searches together. */
    int HITS_MAX = 20;

    List<Hit> find(Session session, Text text);

    /**
     * The search text of an operator.
     *
     * @param id the id, if the text is one; else null
     * @param livemode the environment that is searched; null for both
     */
    record Text(String text, @Nullable UUID id, @Nullable Boolean livemode) {
        /** A search of one environment; of both for null. */
        public static Text of(String text, @Nullable Boolean livemode) {
            return new Text(text, Ids.parse(text).orElse(null), livemode);
        }

        private static final Pattern PAY_LINK =
                Pattern.compile("(?:\\S*/(?:pay|deposit)/)?([A-Za-z0-9_-]{32})(?:[/?#]\\S*)?");

        /** The token of a pay link, with or without the address before it; empty if the text is none. */
        public static Optional<String> payToken(String text) {
            var link = PAY_LINK.matcher(text);
            return link.matches() ? Optional.of(link.group(1)) : Optional.empty();
        }

        /** The digits, if the text may be the beginning of an account number. */
        public Optional<String> digits() {
            var digits = text.replaceAll("[ -]", "");
            return digits.length() >= 4 && digits.chars().allMatch(c -> c >= '0' && c <= '9')
                    ? Optional.of(digits)
                    : Optional.empty();
        }
    }

    /**
     * A found object.
     *
     * @param type such as {@code payin}
     * @param livemode null for objects without an environment
     * @param status null for objects without one
     * @param amount minor units; null for objects without money
     * @param matched the matching field, such as {@code id}, {@code merchant_ref} or {@code account_no}
     * @param reference the merchant's reference; null for objects without one
     */
    record Hit(
            String type,
            UUID id,
            UUID organizationId,
            String organizationName,
            @Nullable Boolean livemode,
            @Nullable String status,
            @Nullable Long amount,
            @Nullable String currency,
            Instant createdAt,
            String matched,
            @JsonIgnore @Nullable String reference) {}
}
