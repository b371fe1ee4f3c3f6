package io.tical.server.http;

import java.util.Arrays;
import java.util.Optional;

/** What a key may do (spec, Authentication rule 4, and the scopes of the guide's operations). */
public enum Scope {
    PAYINS_READ("payins:read"),
    PAYINS_WRITE("payins:write"),
    PAYOUTS_READ("payouts:read"),
    PAYOUTS_WRITE("payouts:write"),
    SETTLEMENTS_READ("settlements:read"),
    SETTLEMENTS_WRITE("settlements:write"),
    BALANCE_READ("balance:read"),
    SANDBOX_TOPUP("sandbox:topup"),
    BANK_VERIFY("bank:verify"),
    SLIP_VERIFY("slip:verify"),
    CUSTOMERS_READ("customers:read"),
    CUSTOMERS_WRITE("customers:write"),
    ISSUES_READ("issues:read"),
    ISSUES_WRITE("issues:write"),
    LIMITS_READ("limits:read"),
    TRANSFERS_READ("transfers:read"),
    TRANSFERS_WRITE("transfers:write"),
    ACCOUNTS_READ("accounts:read"),
    ACCOUNTS_WRITE("accounts:write");

    private final String word;

    Scope(String word) {
        this.word = word;
    }

    /** The scope as keys and documents write it. */
    public String word() {
        return word;
    }

    public static Optional<Scope> of(String word) {
        return Arrays.stream(values()).filter(scope -> scope.word.equals(word)).findFirst();
    }
}
