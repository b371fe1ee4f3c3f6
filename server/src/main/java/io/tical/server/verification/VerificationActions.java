package io.tical.server.verification;

import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.WorkItems.Kind;
import io.tical.server.staff.Permission;
import io.tical.server.verification.VerificationStatus.Trigger;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The decisions of finance on the bank accounts of one kind.
 *
 * @param view the account with this id as JSON
 */
public record VerificationActions(Kind kind, Verifications verifications, Function<UUID, Object> view) {
    /** The accounts have no version: the data that finance verifies never changes, and the status admits only one decision. */
    public List<StaffAction> all() {
        return Stream.of(Trigger.VERIFY, Trigger.REFUSE).map(this::action).toList();
    }

    private StaffAction action(Trigger trigger) {
        return new StaffAction(kind.path(trigger.word()), Permission.CUSTOMERS, false, (path, body) -> {
            var account =
                    verifications.find(StaffAction.id(path, kind.object())).key();
            return new Request(
                            account,
                            kind.object(),
                            StaffAction.NO_VERSION,
                            by -> verifications.decide(account, trigger, by),
                            () -> view.apply(account.id()))
                    .recordedAs(by -> Verifications.recordKey(account, trigger, by));
        });
    }
}
