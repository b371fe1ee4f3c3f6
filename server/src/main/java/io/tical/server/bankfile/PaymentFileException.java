package io.tical.server.bankfile;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Payments cannot be written in a layout. */
public final class PaymentFileException extends Exception {
    private static final long serialVersionUID = 1;

    private final Fault fault;
    private final @Nullable String payment;
    private final transient List<String> arguments;

    /** Why, with the text in English; {@code %s} are the arguments. */
    public enum Fault {
        NO_PAYMENTS("There are no payments."),
        CURRENCY("The file is for THB; the payments are in %s."),
        SETTING_MISSING("The setting %s has no value."),
        SETTING_INVALID("A setting is not valid: %s."),
        NOT_WRITABLE("The file cannot have this payment: %s."),
        BANK_OF_PAYEE("The file is for payees at %s; this payee's bank is %s."),
        ACCOUNT_MISSING("The file needs the number of an account and its bank."),
        ACCOUNT("The account %s has no form for transfers between banks."),
        TOO_LONG("%s is longer than %s characters."),
        CHARACTERS("%s has characters that the file cannot hold."),
        SAME_PAYMENT(
                "Another payment has the same account and amount, and the file has no references to tell them apart.");

        private final String text;

        Fault(String text) {
            this.text = text;
        }

        /** In English, with {@code %s} for the arguments. */
        public String text() {
            return text;
        }
    }

    /** @param payment its end-to-end id; null if the whole file is meant */
    public PaymentFileException(Fault fault, @Nullable String payment, String... arguments) {
        super(fault.text().formatted((Object[]) arguments));
        this.fault = fault;
        this.payment = payment;
        this.arguments = List.of(arguments);
    }

    public Fault fault() {
        return fault;
    }

    public @Nullable String payment() {
        return payment;
    }

    public List<String> arguments() {
        return arguments;
    }
}
