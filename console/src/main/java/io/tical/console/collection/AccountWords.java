package io.tical.console.collection;

import io.tical.common.admin.BankAccountState;
import io.tical.common.admin.BankAccountState.Share;
import io.tical.common.admin.CollectionAccount;
import io.tical.console.work.Workspace;
import java.math.BigInteger;

/** The state of an account in a few words, for a row of the list. */
record AccountWords(Workspace workspace) {
    private static final BigInteger HUNDRED = BigInteger.valueOf(100);
    private static final String NOTHING = "–";

    String account(CollectionAccount account) {
        return account.bankCode() + " " + account.accountNo() + " · " + account.currency();
    }

    /** By the last statement. */
    String balance(BankAccountState state) {
        var balance = state.balance();
        return balance == null ? NOTHING : workspace.formats().amount(balance.amount(), state.currency());
    }

    /** By the ledger, at the end of the last closed day. */
    String ledger(BankAccountState state) {
        var ledger = state.ledger();
        return ledger == null ? NOTHING : workspace.formats().amount(ledger.amount(), state.currency());
    }

    /** How much of the money of the last days is explained, rounded down, so that 100 % is all of it. */
    String explained(BankAccountState state) {
        return percent(state.credits().plus(state.debits()));
    }

    private static String percent(Share share) {
        return share.amount() == 0
                ? NOTHING
                : BigInteger.valueOf(share.explainedAmount())
                                .multiply(HUNDRED)
                                .divide(BigInteger.valueOf(share.amount()))
                        + " %";
    }

    /** How old the last statement is: of those that the account should get, if it should get some. */
    String age(BankAccountState state) {
        var expected = state.expected();
        var statement = state.statement();
        var until = expected != null ? expected.until() : statement == null ? null : Long.valueOf(statement.until());
        var age = until == null
                ? workspace.texts().get("collection.column.statement.none")
                : workspace.formats().age(until, workspace.now());
        return expected != null && expected.late()
                ? workspace.texts().get("collection.column.statement.late", age)
                : age;
    }
}
