package io.tical.server.collection;

import io.tical.server.collection.CollectionAccounts.Description;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.session.Directory.Person;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/collection-accounts}: the accounts that payers pay into. */
record CollectionAdminRoutes(CollectionAccounts accounts, ReservedAmounts reserved) {
    private static final String TREE = "/admin/v1/collection-accounts";
    private static final int TEXT_MAX = 256;
    private static final int WEIGHT_DEFAULT = 100;
    private static final int WEIGHT_MAX = 1000;
    private static final Predicate<Staff> READ = staff -> staff.may(Permission.READ);
    private static final Predicate<Staff> CHANGE = staff -> staff.may(Permission.MONEY);

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.get(
                        TREE,
                        READ,
                        call -> Answer.ok(
                                accounts.list().stream().map(this::view).toList())),
                SessionEndpoint.post(TREE, CHANGE, this::add).afterStepUp(),
                SessionEndpoint.get(
                        TREE + "/{id}",
                        READ,
                        call -> Answer.ok(view(accounts.get(call.id(CollectionAccounts.RESOURCE))))),
                SessionEndpoint.patch(TREE + "/{id}", CHANGE, this::change).afterStepUp());
    }

    private CollectionAccountView view(CollectionAccount account) {
        return CollectionAccountView.of(account, reserved);
    }

    private Answer add(SessionCall<Staff> call) {
        var body = call.json();
        var weight = weight(body);
        var description = new Description(
                body.text("currency", TEXT_MAX),
                body.text("bank_code", TEXT_MAX),
                body.text("account_no", TEXT_MAX),
                body.text("holder_name", TEXT_MAX),
                body.textOrNull("promptpay_id", TEXT_MAX),
                weight == null ? WEIGHT_DEFAULT : weight);
        body.check();
        return Answer.created(view(own(call).add(description)));
    }

    private Answer change(SessionCall<Staff> call) {
        var id = call.id(CollectionAccounts.RESOURCE);
        var body = call.json();
        var version = body.amount("version");
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
                weight == null ? old.weight() : weight);
        body.check();
        return Answer.ok(view(own(call).change(id, version, description)));
    }

    private static @Nullable Integer weight(JsonBody body) {
        var weight = body.numberOrNull("weight", 0, WEIGHT_MAX);
        return weight == null ? null : weight.intValue();
    }

    /** The use cases with this operator as the author. */
    private CollectionAccounts own(SessionCall<Staff> call) {
        return accounts.by(Person.author(call));
    }
}
