package io.tical.server.collection;

import io.tical.common.Ids;
import io.tical.server.collection.CollectionAccounts.Description;
import io.tical.server.decision.ControlChange;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.key.TransactionKey;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * {@code /admin/v1/collection-accounts}: the bank accounts of the operator. A second person must approve every change but one that only
 * restricts what an account is used for; one that leads payers to another account waits before it takes effect.
 *
 * @param delay this time
 */
record CollectionAdminRoutes(
        CollectionAccounts accounts, ReservedAmounts reserved, WaitingApprovals waiting, Duration delay) {
    private static final String TREE = "/admin/v1/collection-accounts";
    private static final int TEXT_MAX = 256;
    private static final int WEIGHT_DEFAULT = 100;
    private static final int WEIGHT_MAX = 1000;
    private static final Predicate<Staff> READ = staff -> staff.may(Permission.READ);

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.get(
                        TREE,
                        READ,
                        call -> Answer.ok(waiting.shown(
                                accounts.list(),
                                one -> key(one.id()),
                                one -> CollectionAccountView.of(one, accounts.zones(), reserved)))),
                SessionEndpoint.get(
                        TREE + "/{id}", READ, call -> Answer.ok(view(call.id(CollectionAccounts.RESOURCE)))));
    }

    List<StaffAction> actions() {
        return List.of(
                StaffAction.creation(TREE, Permission.MONEY, (path, body) -> add(body)),
                StaffAction.change("PATCH", TREE + "/{id}", Permission.MONEY, this::change)
                        .onVersion());
    }

    private static TransactionKey key(UUID id) {
        return TransactionKey.ofService(true, id);
    }

    private Object view(UUID id) {
        return waiting.shown(CollectionAccountView.of(accounts.get(id), accounts.zones(), reserved), key(id));
    }

    private StaffAction.Request add(JsonBody body) {
        var weight = weight(body);
        var description = new Description(
                body.text("currency", TEXT_MAX),
                body.text("bank_code", TEXT_MAX),
                body.text("account_no", TEXT_MAX),
                body.text("holder_name", TEXT_MAX),
                body.textOrNull("promptpay_id", TEXT_MAX),
                weight == null ? WEIGHT_DEFAULT : weight,
                AccountTermsBody.of(body, AccountTerms.NONE));
        body.check();
        var id = Ids.next();
        var added = accounts.outlook(id, description);
        // Two requests to add the same account are about the same object.
        var named = added.currency() + " " + added.bankCode() + " " + added.accountNo();
        var object = UUID.nameUUIDFromBytes(named.getBytes(StandardCharsets.UTF_8));
        return new StaffAction.Request(
                        key(object),
                        CollectionAccounts.RESOURCE,
                        StaffAction.NO_VERSION,
                        by -> accounts.add(id, description, by),
                        () -> view(id))
                .changing(ControlChange.creation(added.words(), ShownAccount.of(added))
                        .waiting(delay));
    }

    private StaffAction.Request change(Map<String, String> path, JsonBody body) {
        var id = StaffAction.id(path, CollectionAccounts.RESOURCE);
        // If the account changes after this read, the version differs and the change is refused.
        var old = accounts.get(id);
        var weight = weight(body);
        var promptpayId = body.textOrNull("promptpay_id", TEXT_MAX);
        var description = new Description(
                Objects.requireNonNullElse(body.textOrNull("currency", TEXT_MAX), old.currency()),
                Objects.requireNonNullElse(body.textOrNull("bank_code", TEXT_MAX), old.bankCode()),
                Objects.requireNonNullElse(body.textOrNull("account_no", TEXT_MAX), old.accountNo()),
                Objects.requireNonNullElse(body.textOrNull("holder_name", TEXT_MAX), old.holderName()),
                body.names("promptpay_id") ? promptpayId : old.promptpayId(),
                weight == null ? old.weight() : weight,
                AccountTermsBody.of(body, old.terms()));
        body.check();
        CollectionAccounts.requireSameCurrency(old, description);
        var changed = accounts.outlook(id, description);
        var redirects = !changed.leadsWhere(old);
        var restricts = !redirects
                && (changed.weight() == 0 || changed.weight() == old.weight())
                && changed.terms().within(old.terms());
        var control = ControlChange.of(old.words(), ShownAccount.of(old), ShownAccount.of(changed), !restricts);
        return new StaffAction.Request(
                        key(id),
                        CollectionAccounts.RESOURCE,
                        old.version(),
                        by -> accounts.change(id, by.version(), description, by),
                        () -> view(id))
                .changing(redirects ? control.waiting(delay) : control);
    }

    private static @Nullable Integer weight(JsonBody body) {
        var weight = body.numberOrNull("weight", 0, WEIGHT_MAX);
        return weight == null ? null : weight.intValue();
    }
}
