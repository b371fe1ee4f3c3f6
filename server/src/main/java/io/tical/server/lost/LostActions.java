package io.tical.server.lost;

import static io.tical.server.lost.LostWorkItems.KIND;

import io.tical.server.decision.ControlChange;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.StaffAction.Request;
import io.tical.server.outward.KnownLogs;
import io.tical.server.outward.LostCases;
import io.tical.server.staff.Permission;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/**
 * The decisions of operators on what was lost. Each needs two people, whatever the amount and the environment is, because afterwards nothing
 * reminds of it any more.
 *
 * @param view a case with this id as JSON
 * @param logView a log with this id as JSON
 */
record LostActions(LostCases cases, KnownLogs logs, Function<UUID, Object> view, Function<UUID, Object> logView) {
    List<StaffAction> all() {
        return List.of(
                StaffAction.change("POST", KIND.path("close"), Permission.MONEY, (path, body) -> close(path))
                        .onVersion(),
                StaffAction.change(
                        "POST",
                        FenceRoutes.TREE + "/logs/{id}/gone",
                        Permission.OPERATORS,
                        (path, body) -> gone(path)));
    }

    private Request close(Map<String, String> path) {
        var lost = cases.get(StaffAction.id(path, LostCases.RESOURCE));
        var id = lost.key().id();
        return new Request(
                        lost.key(),
                        LostCases.RESOURCE,
                        lost.version(),
                        null,
                        by -> LostCases.requireOpen(lost),
                        by -> cases.close(id, by),
                        () -> view.apply(id))
                .changing(ControlChange.of(lost.words(), LostCases.act(lost), true));
    }

    private Request gone(Map<String, String> path) {
        var log = logs.get(StaffAction.id(path, KnownLogs.RESOURCE));
        var id = log.id();
        return new Request(
                        KnownLogs.key(id),
                        KnownLogs.RESOURCE,
                        StaffAction.NO_VERSION,
                        null,
                        by -> logs.requireMayBeGone(id),
                        by -> logs.gone(id, by),
                        () -> logView.apply(id))
                .changing(ControlChange.of(log.words(), KnownLogs.act(log), true));
    }
}
