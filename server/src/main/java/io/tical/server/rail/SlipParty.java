package io.tical.server.rail;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One party of a transfer, as far as the upstream reports it.
 *
 * @param bankCode the bank's abbreviation, its number if the bank is unknown, or null
 * @param accountNo the account number with hidden digits as {@code x} and every visible digit at its position; or null
 * @param proxy the PromptPay id that was used instead, in the same format, or null
 * @param names the holder's names, usually abbreviated, in the languages of the upstream; the first is for display
 */
public record SlipParty(
        @Nullable String bankCode,
        @Nullable String accountNo,
        @Nullable String proxy,
        List<String> names) {
    public SlipParty {
        names = List.copyOf(names);
    }
}
