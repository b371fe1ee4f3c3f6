package io.tical.server.decision;

import io.tical.common.Word;
import java.util.List;
import java.util.stream.Stream;

/** Why an operator overrides a failed check, or accepts another amount than the expected one. */
public enum OverrideReason implements Word {
    /** The bank statement shows the payment as it was entered. */
    SEEN_ON_STATEMENT,
    /** The payer transferred another amount than asked. */
    PAYER_ERROR,
    /** A bank deducted its fee. */
    BANK_FEE,
    /** The receiver is another account of the operator. */
    OWN_ACCOUNT,
    /** The answer of the verifier is wrong or outdated. */
    VERIFIER_ERROR,
    /** Agreed with the merchant. */
    AGREED,
    /** The bank executed a part only. */
    BANK_LIMIT,
    /** A part came back. */
    PARTLY_RETURNED,
    /** The note says why. */
    OTHER;

    /** The reasons for another amount than the one that a payer should have transferred. */
    public static List<String> ofReceived() {
        return words(SEEN_ON_STATEMENT, PAYER_ERROR, BANK_FEE, AGREED, OTHER);
    }

    /** The reasons for failed checks too. */
    public static List<String> ofChecked() {
        return words(SEEN_ON_STATEMENT, PAYER_ERROR, BANK_FEE, OWN_ACCOUNT, VERIFIER_ERROR, AGREED, OTHER);
    }

    /** The reasons for another amount than the one that staff should have transferred. */
    public static List<String> ofSent() {
        return words(BANK_LIMIT, BANK_FEE, PARTLY_RETURNED, AGREED, OTHER);
    }

    private static List<String> words(OverrideReason... reasons) {
        return Stream.of(reasons).map(Word::word).toList();
    }
}
