package io.tical.server.paymentfile;

import io.tical.common.BankCode;
import io.tical.db.Database;
import io.tical.db.Session;
import io.tical.server.bankfile.PaymentFormat;
import io.tical.server.collection.CollectionAccount;
import io.tical.server.collection.CollectionAccounts;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.StaffDecision;
import java.time.Clock;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The accounts of the operator that pay by files. */
record PayingAccounts(Database database, CollectionAccounts accounts, Clock clock) {
    /** An account, and how it pays; null if it does not pay by files. */
    record Shown(CollectionAccount account, @Nullable PayingAccount paying) {}

    List<Shown> list() {
        return database.run(session -> {
            var paying = PayingAccountStore.list(session);
            return accounts.list(session).stream()
                    .map(account -> new Shown(
                            account,
                            paying.stream()
                                    .filter(one -> one.id().equals(account.id()))
                                    .map(one -> one.in(account.terms().zone()))
                                    .findFirst()
                                    .orElse(null)))
                    .toList();
        });
    }

    /** @throws Problem.NotFound {@code COLLECTION_ACCOUNT_NOT_FOUND} */
    Shown get(UUID id) {
        var account = accounts.get(id);
        var paying = find(id);
        return new Shown(
                account, paying == null ? null : paying.in(account.terms().zone()));
    }

    /** In which the bank of an account books. */
    ZoneId zone(CollectionAccount account) {
        return accounts.zones().of(account);
    }

    private @Nullable PayingAccount find(UUID id) {
        return database.run(session -> PayingAccountStore.find(session, id, false))
                .orElse(null);
    }

    /** @throws Problem.Conflict {@code PAYING_ACCOUNT_INACTIVE} if an account is only for collecting */
    static void requirePays(CollectionAccount account) {
        if (!account.terms().pays()) {
            throw new Problem.Conflict(
                    "PAYING_ACCOUNT_INACTIVE",
                    "This account is only for collecting. Change what it is for first, or choose another account.");
        }
    }

    /**
     * @param lock locks how it pays until the transaction ends, so that no other file is made from it
     * @throws Problem.Conflict {@code PAYING_ACCOUNT_INACTIVE}
     */
    static PayingAccount active(Session session, CollectionAccount account, boolean lock) {
        requirePays(account);
        return PayingAccountStore.find(session, account.id(), lock)
                .filter(PayingAccount::active)
                .map(paying -> paying.in(account.terms().zone()))
                .orElseThrow(() -> new Problem.Conflict(
                        "PAYING_ACCOUNT_INACTIVE",
                        "This account does not pay by files. Set how it pays first, or choose another account."));
    }

    /**
     * Checks how an account is to pay.
     *
     * @throws Problem.Invalid with the fields that are wrong
     */
    void check(PayingAccount changed) {
        var errors = new ArrayList<Problem.FieldError>();
        var account = accounts.get(changed.id());
        if (changed.active() && !account.terms().pays()) {
            errors.add(new Problem.FieldError(
                    "active",
                    "purpose",
                    "must be false: the account is only for collecting; change what it is for first"));
        }
        if (!changed.in(account.terms().zone()).zone().equals(changed.zone())) {
            errors.add(new Problem.FieldError(
                    "zone",
                    "account",
                    "must be that of the account, " + account.terms().zone() + "; change it there"));
        }
        var form = changed.form().orElse(null);
        if (form == null) {
            errors.add(new Problem.FieldError("format", "unknown", "is not a format of payment files"));
        } else {
            check(form, changed, account, errors);
        }
        Problem.Invalid.check(errors);
    }

    private static void check(
            PaymentFormat form, PayingAccount changed, CollectionAccount account, List<Problem.FieldError> errors) {
        var bank = BankCode.number(account.bankCode()).orElse(null);
        if (form.bank() != null && !form.bank().equals(bank)) {
            errors.add(new Problem.FieldError("format", "bank", "is for accounts at the bank " + form.bank()));
        }
        if (form.bank() != null && !account.currency().equals("THB")) {
            errors.add(new Problem.FieldError("format", "currency", "is for accounts in THB"));
        }
        for (var setting : changed.settings().keySet()) {
            if (!form.settings().containsKey(setting)) {
                errors.add(
                        new Problem.FieldError("settings", "unknown", "has no setting " + setting + " of this format"));
            }
        }
        for (var setting : form.settings().entrySet()) {
            if (setting.getValue().isEmpty()
                    && changed.settings().getOrDefault(setting.getKey(), "").isBlank()) {
                errors.add(new Problem.FieldError("settings", "required", "must have a value for " + setting.getKey()));
            }
        }
    }

    /**
     * Sets how an account pays.
     *
     * @throws Problem.Conflict {@code VERSION_CONFLICT} when it has changed since
     */
    PayingAccount set(PayingAccount changed, String subject, StaffDecision by) {
        check(changed);
        return database.transaction(session -> {
            var before = PayingAccountStore.find(session, changed.id(), true).orElse(null);
            var version = before == null ? 0 : before.version();
            var seen = by.version();
            if (seen != null && seen != version) {
                throw Problem.Conflict.changed(PayingAccount.RESOURCE);
            }
            var now = clock.instant();
            var after = changed.with(version + 1, now);
            PayingAccountStore.write(session, after);
            var act = before == null
                    ? new Act(null, "create", PayingAccount.RESOURCE, changed.id(), null, after.shown())
                    : Act.change(
                            null, null, "update", PayingAccount.RESOURCE, changed.id(), before.shown(), after.shown());
            AuditEntry.insertLater(session, by.actor(), act.ofControl(subject, by), now);
            return after;
        });
    }
}
