package io.tical.server.bankfile;

import org.jspecify.annotations.Nullable;

/**
 * What a bank's file says of one payment. Whoever may upload a file can forge it, so amount, account and bank are compared with those of
 * the payment before it is believed.
 *
 * @param place of its line
 * @param reference ours: the end-to-end id
 * @param amount in satang
 * @param account of the payee, digits without zeros that fill the field; null if the file does not repeat it
 * @param bank number of the payee's bank; null if the file does not repeat it
 * @param code the bank's status, known or not
 * @param outcome by the bank's word; the statement is the proof
 * @param text the bank's explanation
 * @param bankReference that the bank gave the payment
 */
public record PaymentResult(
        Place place,
        String reference,
        long amount,
        @Nullable String account,
        @Nullable String bank,
        String code,
        Outcome outcome,
        @Nullable String text,
        @Nullable String bankReference) {
    public enum Outcome {
        IN_PROCESS,
        SUCCEEDED,
        FAILED,
        /** The code is not known: a person must look. */
        OPERATOR
    }
}
