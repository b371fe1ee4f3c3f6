package io.tical.server.qr;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The text of a Thai QR payment, as the Bank of Thailand fits EMVCo's merchant-presented codes to PromptPay: fields of
 * {@link Tlv}, the last of them a {@link Crc16} over all before it.
 */
public final class PromptPay {
    /** The largest amount that fits the field, in satang: 9,999,999,999.99 baht has its 13 characters. */
    public static final long AMOUNT_SATANG_MAX = 999_999_999_999L;

    private static final String CREDIT_TRANSFER = "A000000677010111";
    private static final String BILL_PAYMENT = "A000000677010112";
    private static final String BAHT = "764";
    private static final String CRC_HEADER = "6304";

    private PromptPay() {}

    /** The receiver. Constructors throw {@link IllegalArgumentException} for values that banks' apps refuse. */
    public sealed interface Account {}

    /**
     * A mobile number registered with PromptPay.
     *
     * @param number ten digits that begin with 0, as it is dialled in Thailand
     */
    public record Mobile(String number) implements Account {
        public Mobile {
            check("0[0-9]{9}", number, "a Thai mobile number has ten digits and begins with 0");
        }
    }

    /**
     * A national id, or a company's tax id.
     *
     * @param number 13 digits, the last of them the check digit of the others
     */
    public record NationalId(String number) implements Account {
        public NationalId {
            check("[0-9]{13}", number, "a national or tax id has 13 digits");
            if (!fits(number)) {
                throw new IllegalArgumentException("the national or tax id has a wrong digit: its check digit differs");
            }
        }

        /** Whether the last of 13 digits is the check digit of the others. */
        static boolean fits(String number) {
            var sum = 0;
            for (int digit = 0; digit < 12; digit++) {
                sum += (number.charAt(digit) - '0') * (13 - digit);
            }
            return number.charAt(12) - '0' == (11 - sum % 11) % 10;
        }
    }

    /** @param number the wallet's 15 digits */
    public record EWallet(String number) implements Account {
        public EWallet {
            check("[0-9]{15}", number, "an e-wallet id has 15 digits");
        }
    }

    /**
     * An account at a bank.
     *
     * @param bankNumber the Bank of Thailand's three digits for the bank
     * @param accountNo 6 to 20 digits
     */
    public record BankAccount(String bankNumber, String accountNo) implements Account {
        public BankAccount {
            check("[0-9]{3}", bankNumber, "a bank's number has three digits");
            check("[0-9]{6,20}", accountNo, "an account number has 6 to 20 digits");
        }
    }

    /**
     * A biller, who recognises a payment by its references.
     *
     * @param billerId the biller's 15 digits
     * @param reference1 1 to 20 of A–Z and 0–9
     * @param reference2 like the first, or null
     * @param reference3 like the first, or null; shown to the payer by few apps
     */
    public record Biller(
            String billerId,
            String reference1,
            @Nullable String reference2,
            @Nullable String reference3) implements Account {
        public Biller {
            check("[0-9]{15}", billerId, "a biller id has 15 digits");
            var rule = "a reference has 1 to 20 of A-Z and 0-9";
            check("[A-Z0-9]{1,20}", reference1, rule);
            check("[A-Z0-9]{1,20}", reference2 == null ? reference1 : reference2, rule);
            check("[A-Z0-9]{1,20}", reference3 == null ? reference1 : reference3, rule);
        }
    }

    /**
     * The text of the code.
     *
     * @param amountSatang 1 to {@link #AMOUNT_SATANG_MAX}; absent, the payer types the amount
     * @throws IllegalArgumentException when the amount is outside that range
     */
    public static String payload(Account account, OptionalLong amountSatang) {
        var fields = new ArrayList<Tlv>();
        fields.add(new Tlv("00", "01"));
        fields.add(new Tlv("01", amountSatang.isPresent() ? "12" : "11"));
        fields.add(accountField(account));
        fields.add(new Tlv("53", BAHT));
        if (amountSatang.isPresent()) {
            fields.add(new Tlv("54", baht(amountSatang.getAsLong())));
        }
        fields.add(new Tlv("58", "TH"));
        if (account instanceof Biller biller && biller.reference3() != null) {
            fields.add(Tlv.of("62", List.of(new Tlv("07", biller.reference3()))));
        }
        var checked = Tlv.written(fields) + CRC_HEADER;
        return checked + Crc16.of(checked);
    }

    private static Tlv accountField(Account account) {
        return switch (account) {
            // The country's code, 66, takes the place of the leading 0.
            case Mobile mobile -> creditTransfer("01", "0066" + mobile.number().substring(1));
            case NationalId id -> creditTransfer("02", id.number());
            case EWallet wallet -> creditTransfer("03", wallet.number());
            case BankAccount bank -> creditTransfer("04", bank.bankNumber() + bank.accountNo());
            case Biller biller -> {
                var fields = new ArrayList<Tlv>();
                fields.add(new Tlv("00", BILL_PAYMENT));
                fields.add(new Tlv("01", biller.billerId()));
                fields.add(new Tlv("02", biller.reference1()));
                if (biller.reference2() != null) {
                    fields.add(new Tlv("03", biller.reference2()));
                }
                yield Tlv.of("30", fields);
            }
        };
    }

    private static Tlv creditTransfer(String form, String account) {
        return Tlv.of("29", List.of(new Tlv("00", CREDIT_TRANSFER), new Tlv(form, account)));
    }

    /** Digits of the integer, never a binary fraction: 100.50 is 10050 satang with a point in it. */
    private static String baht(long satang) {
        if (satang < 1 || satang > AMOUNT_SATANG_MAX) {
            throw new IllegalArgumentException(
                    "the amount of a PromptPay code is 1 to " + AMOUNT_SATANG_MAX + " satang, not " + satang);
        }
        var fraction = satang % 100;
        return satang / 100 + "." + fraction / 10 + fraction % 10;
    }

    private static void check(String form, String text, String rule) {
        if (!text.matches(form)) {
            throw new IllegalArgumentException(rule);
        }
    }
}
