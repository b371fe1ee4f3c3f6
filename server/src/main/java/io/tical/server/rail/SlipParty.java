package io.tical.server.rail;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One side of a transfer, as far as the upstream tells.
 *
 * @param bankCode the bank's abbreviation, its number where that names no bank we know, or null
 * @param accountNo digits and, for what the upstream hides, {@code x}: every visible digit is in its place; or null
 * @param proxy the PromptPay id that was used instead, in the same form, or null
 * @param names of the account's holder, usually cut short, in the languages the upstream has; the first is the one to show
 */
public record SlipParty(
        @Nullable String bankCode,
        @Nullable String accountNo,
        @Nullable String proxy,
        List<String> names) {
    public static final SlipParty UNKNOWN = new SlipParty(null, null, null, List.of());

    public SlipParty {
        names = List.copyOf(names);
    }
}
