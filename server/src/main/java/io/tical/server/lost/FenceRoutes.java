package io.tical.server.lost;

import io.tical.server.decision.WaitingApprovals;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.outward.Fence;
import io.tical.server.outward.KnownLogs;
import io.tical.server.outward.LostCases;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code /admin/v1/fence}: whether this node lets anything leave, the logs of what left, and what was lost.
 *
 * @param organizationName returns the name of an organization; empty if a restored database does not have it
 */
record FenceRoutes(
        Fence fence,
        KnownLogs logs,
        LostCases cases,
        WaitingApprovals waiting,
        Function<UUID, Optional<String>> organizationName) {
    static final String TREE = "/admin/v1/fence";

    /**
     * @param reason why nothing may leave; null if everything may
     * @param sentence it in words; null if everything may leave
     * @param since since when nothing may leave; null if everything may
     */
    private record View(
            boolean open,
            @Nullable String reason,
            @Nullable String sentence,
            @Nullable Instant since,
            List<?> logs,
            long openCases,
            List<PictureView> pictures) {}

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(SessionEndpoint.get(TREE, staff -> staff.may(Permission.READ), call -> Answer.ok(view())));
    }

    private View view() {
        var closed = fence.closed();
        var failure = fence.writingFails();
        var picture = cases.picture();
        return new View(
                closed == null && failure == null,
                closed != null ? closed.reason().word() : failure != null ? "writing_fails" : null,
                closed != null
                        ? closed.sentence()
                        : failure != null ? "what leaves cannot be written down: " + failure : null,
                closed == null ? null : closed.since(),
                waiting.shown(logs.list(), log -> KnownLogs.key(log.id()), this::view),
                picture.open(),
                PictureView.of(picture, organizationName));
    }

    private LogView view(KnownLogs.Known log) {
        var closed = fence.closed();
        return LogView.of(log, fence.held(), closed == null ? List.of() : closed.logs());
    }

    /** The JSON of one log. */
    Object log(UUID id) {
        return waiting.shown(view(logs.get(id)), KnownLogs.key(id));
    }
}
