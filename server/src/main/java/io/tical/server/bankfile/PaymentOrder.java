package io.tical.server.bankfile;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A payment that a bank is told to make.
 *
 * @param endToEndId the reference that the payee's bank passes on, at most 35 characters
 * @param uetr null if the payment has none
 * @param amount minor units, more than zero
 * @param creditor the payee's name
 * @param account the payee's; null if the payment goes to a proxy
 * @param bank the payee's; null if the account alone tells it, or if the payment goes to a proxy
 * @param proxy null if the payment goes to an account
 * @param text for the payee; null if there is none
 */
public record PaymentOrder(
        String endToEndId,
        @Nullable UUID uetr,
        long amount,
        String creditor,
        @Nullable Account account,
        @Nullable Bank bank,
        @Nullable Proxy proxy,
        @Nullable String text) {
    /** @param number digits and letters, at most 34; of an IBAN without blanks */
    public record Account(String number, boolean iban) {}

    /**
     * At least one of both.
     *
     * @param bic 8 or 11 characters
     * @param code of the bank in its country, such as {@code 014}
     */
    public record Bank(@Nullable String bic, @Nullable String code) {}

    /**
     * What stands for an account, such as a mobile number.
     *
     * @param type by the standard
     */
    public record Proxy(Type type, String id) {
        public enum Type {
            /** A mobile number. */
            MBNO,
            /** A national id. */
            NIDN,
            /** A tax id. */
            COTX,
            /** A wallet. */
            EWAL,
            /** An e-mail address. */
            EMAL
        }
    }
}
