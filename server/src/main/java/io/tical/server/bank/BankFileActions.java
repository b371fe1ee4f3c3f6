package io.tical.server.bank;

import io.tical.common.Ids;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.decision.StaffAction.Stake;
import io.tical.server.input.JsonBody;
import io.tical.server.staff.Permission;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of operators on files of banks. Who imports a file says that its money came in, so an import of more than the four-eyes
 * threshold needs a second person.
 *
 * @param view a file with this id as JSON
 */
record BankFileActions(BankFiles files, Function<UUID, Object> view) {
    private static final int WORD_MAX = 60;

    List<StaffAction> all() {
        return List.of(
                new StaffAction(BankFileRoutes.TREE + "/{id}/import", Permission.MONEY, this::takeIn),
                new StaffAction(BankFileRoutes.TREE + "/{id}/undo", Permission.MONEY, (path, body) -> undo(path)),
                new StaffAction(BankFileRoutes.TREE + "/{id}/discard", Permission.MONEY, (path, body) -> discard(path)),
                new StaffAction(BankFileRoutes.TREE + "/{id}/read-as", Permission.MONEY, this::readAs));
    }

    private BankFile file(Map<String, String> path) {
        return files.get(StaffAction.id(path, BankFiles.RESOURCE));
    }

    private Request request(BankFile file, @Nullable Stake stake, StaffAction.Check check, StaffAction.Effect effect) {
        return new Request(
                BankFiles.key(file),
                BankFiles.RESOURCE,
                file.version(),
                stake,
                check,
                effect,
                () -> view.apply(file.id()));
    }

    private Request takeIn(Map<String, String> path, JsonBody body) {
        var file = file(path);
        var conflicts = Boolean.TRUE.equals(body.flagOrNull("accept_conflicts"));
        return request(
                file,
                files.stake(file),
                by -> BankFiles.require(file, BankFile.Status.WAITING),
                by -> files.takeIn(file.id(), conflicts, by));
    }

    private Request undo(Map<String, String> path) {
        var file = file(path);
        return request(file, null, by -> files.requireUndoable(file), by -> files.undo(file.id(), by));
    }

    private Request discard(Map<String, String> path) {
        var file = file(path);
        return request(
                file, null, by -> BankFiles.require(file, BankFile.Status.WAITING), by -> files.discard(file.id(), by));
    }

    private Request readAs(Map<String, String> path, JsonBody body) {
        var file = file(path);
        var account = account(body);
        var profile = body.textOrNull("profile", WORD_MAX);
        return request(
                file,
                null,
                by -> BankFiles.require(file, BankFile.Status.WAITING),
                by -> files.readAs(file.id(), account, profile, by));
    }

    private static @Nullable UUID account(JsonBody body) {
        var text = body.textOrNull("account_id", WORD_MAX);
        var account = text == null ? null : Ids.parse(text).orElse(null);
        if (text != null && account == null) {
            body.wrong("account_id", "uuid", "must be a UUID");
        }
        return account;
    }
}
