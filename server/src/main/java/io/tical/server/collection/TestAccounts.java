package io.tical.server.collection;

/**
 * The accounts of the simulator. Each stands for a collection account in the test environment, with a number that no bank has: a file of test
 * payments that comes to a bank by mistake is refused there, and a statement of it is not one of live money.
 */
public final class TestAccounts {
    /** How the numbers and the names of the holders begin. */
    public static final String MARK = "TEST";

    private TestAccounts() {}

    /** The test account that stands for an account. */
    public static CollectionAccount of(CollectionAccount account) {
        return numbered(account, MARK + account.accountNo());
    }

    /** The same with a number of digits, for files that can have no others. */
    public static CollectionAccount ofDigits(CollectionAccount account) {
        return numbered(account, "0".repeat(account.accountNo().length()));
    }

    private static CollectionAccount numbered(CollectionAccount account, String number) {
        return new CollectionAccount(
                account.id(),
                account.currency(),
                account.bankCode(),
                number,
                MARK + " " + account.holderName(),
                null,
                account.weight(),
                account.version(),
                account.createdAt(),
                account.updatedAt(),
                account.terms());
    }

    /** Whether a number is one of a test account. */
    public static boolean isTest(String number) {
        return number.startsWith(MARK);
    }

    /** The number of the account for which a test account stands. */
    public static String numberOf(String test) {
        return test.substring(MARK.length());
    }
}
