package io.tical.server.access;

import io.tical.common.Word;
import java.util.Optional;

/** The scopes of API keys, including those of the guide's operations. */
public enum Scope implements Word {
    PAYINS_READ("payins:read", "Read payins and their timelines"),
    PAYINS_WRITE("payins:write", "Create, cancel and confirm payins"),
    PAYOUTS_READ("payouts:read", "Read payouts and their timelines"),
    PAYOUTS_WRITE("payouts:write", "Create, cancel and confirm payouts"),
    SETTLEMENTS_READ("settlements:read", "Read settlements"),
    SETTLEMENTS_WRITE("settlements:write", "Create settlements"),
    BALANCE_READ("balance:read", "Read balances and statements"),
    SANDBOX_TOPUP("sandbox:topup", "Put test money into test wallets"),
    BANK_VERIFY("bank:verify", "Look up the holder of a bank account"),
    SLIP_VERIFY("slip:verify", "Verify transfer slips"),
    CUSTOMERS_READ("customers:read", "Read customers and their accounts"),
    CUSTOMERS_WRITE("customers:write", "Register customers and ask for their verification"),
    ISSUES_READ("issues:read", "Read issue tickets"),
    ISSUES_WRITE("issues:write", "Open and cancel issue tickets"),
    LIMITS_READ("limits:read", "Read limits"),
    TRANSFERS_READ("transfers:read", "Read transfers to other organizations"),
    TRANSFERS_WRITE("transfers:write", "Send transfers to other organizations"),
    ACCOUNTS_READ("accounts:read", "Read the organization's own accounts"),
    ACCOUNTS_WRITE("accounts:write", "Add and change the organization's own accounts");

    private final String word;
    private final String description;

    Scope(String word, String description) {
        this.word = word;
        this.description = description;
    }

    @Override
    public String word() {
        return word;
    }

    /** The permission that the scope grants, for display. */
    public String description() {
        return description;
    }

    public static Optional<Scope> of(String word) {
        return Word.find(Scope.class, word);
    }
}
