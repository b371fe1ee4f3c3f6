package io.tical.server.bank;

import io.tical.common.BankCode;
import io.tical.server.bankfile.BankFileException;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement.Head;
import io.tical.server.bankfile.Place;
import io.tical.server.collection.CollectionAccount;
import io.tical.server.collection.TestAccounts;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the accounts of the operator by what banks write in their files: numbers with hyphens, with masks, or as the end of an IBAN.
 *
 * @param all the accounts of the operator
 */
record CollectionAccountsOfFiles(List<CollectionAccount> all) implements StatementImport.OwnAccounts {
    /** Fewer visible digits of a masked number name no account. */
    private static final int VISIBLE_MIN = 3;

    @Override
    public CollectionAccount find(Head head, BankFile file) throws BankFileException {
        var number = head.account();
        var test = number != null && TestAccounts.isTest(number);
        if (test == file.livemode()) {
            throw new BankFileException(test ? Fault.OF_TEST : Fault.OF_NO_TEST, Place.FILE);
        }
        var chosen = file.accountId();
        if (chosen != null) {
            return all.stream()
                    .filter(account -> account.id().equals(chosen))
                    .findFirst()
                    .orElseThrow(() -> new BankFileException(Fault.ACCOUNT_UNKNOWN, Place.FILE, chosen.toString()));
        }
        if (number == null) {
            throw new BankFileException(Fault.ACCOUNT_MISSING, Place.FILE);
        }
        var own = test ? TestAccounts.numberOf(number) : number;
        var fits = all.stream()
                .filter(account -> head.currency() == null || account.currency().equals(head.currency()))
                .filter(account -> isNumber(own, account.accountNo()))
                .toList();
        if (fits.size() > 1) {
            fits = fits.stream().filter(account -> isBank(head.bank(), account)).toList();
        }
        if (fits.size() > 1) {
            throw new BankFileException(Fault.ACCOUNT_AMBIGUOUS, Place.FILE, number);
        }
        if (fits.isEmpty()) {
            throw new BankFileException(Fault.ACCOUNT_UNKNOWN, Place.FILE, number);
        }
        return fits.getFirst();
    }

    private static boolean isBank(@Nullable String bank, CollectionAccount account) {
        return bank != null && BankCode.of(bank, account.currency()).equals(Optional.of(account.bankCode()));
    }

    /** Whether a number that a file has, perhaps with a mask, is an account's. */
    static boolean isNumber(String written, String number) {
        var text = written.replaceAll("[\\s'./-]", "").toUpperCase(Locale.ROOT);
        if (text.matches("[A-Z]{2}[0-9]{2}[A-Z0-9]+") && !text.matches(".*[X*].*")) {
            return text.endsWith(number);
        }
        if (text.matches("[0-9]+")) {
            return text.equals(number);
        }
        if (!text.matches("[0-9X*]+") || text.length() > number.length()) {
            return false;
        }
        // A mask covers the other digits; one that is shorter shows the end of the number.
        var end = number.substring(number.length() - text.length());
        var visible = 0;
        for (int i = 0; i < text.length(); i++) {
            var shown = text.charAt(i);
            if (Character.isDigit(shown)) {
                visible++;
                if (shown != end.charAt(i)) {
                    return false;
                }
            }
        }
        return visible >= VISIBLE_MIN;
    }
}
