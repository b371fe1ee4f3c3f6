package io.tical.server.bank;

import io.tical.common.admin.BankProfiles.Detail;
import io.tical.server.bankfile.CsvProfile;
import io.tical.server.bankfile.CsvProfiles;
import io.tical.server.decision.ControlChange;
import io.tical.server.decision.StaffAction;
import io.tical.server.decision.WaitingApprovals;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.key.TransactionKey;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * {@code /admin/v1/bank-profiles}: the layouts of tables of banks. A layout decides what counts as money that came in, so a second person
 * approves each new one and each change. One person alone can retire a layout, because nothing is read by it then.
 */
record BankProfileRoutes(BankProfiles profiles, WaitingApprovals waiting) {
    static final String TREE = "/admin/v1/bank-profiles";

    private static final int DEFINITION_MAX = 32_000;
    private static final Predicate<Staff> READ = staff -> staff.may(Permission.READ);

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.get(TREE, READ, call -> Answer.ok(list())),
                SessionEndpoint.post(TREE + "/preview", staff -> staff.may(Permission.MONEY), this::preview),
                SessionEndpoint.get(TREE + "/{id}", READ, call -> Answer.ok(detail(call.id(BankProfiles.RESOURCE)))));
    }

    List<StaffAction> actions() {
        return List.of(
                StaffAction.creation(TREE, Permission.MONEY, (path, body) -> add(body)),
                StaffAction.change("PATCH", TREE + "/{id}", Permission.MONEY, this::change)
                        .onVersion(),
                StaffAction.change("POST", TREE + "/{id}/retire", Permission.MONEY, (path, body) -> retire(path))
                        .onVersion());
    }

    private static TransactionKey key(UUID id) {
        return TransactionKey.ofService(true, id);
    }

    private List<Object> list() {
        var all =
                new ArrayList<Object>(waiting.shown(profiles.list(), one -> key(one.id()), BankProfileViews::profile));
        CsvProfiles.shipped().forEach(shipped -> all.add(BankProfileViews.shipped(shipped)));
        return all;
    }

    private Object detail(UUID id) {
        var versions = profiles.versions(id);
        return waiting.shown(
                new Detail(
                        BankProfileViews.profile(versions.getFirst()),
                        versions.stream().map(BankProfileViews::profile).toList()),
                key(id));
    }

    private Answer preview(SessionCall<Staff> call) {
        var body = JsonBody.parse(call.body());
        var file = body.id("file_id");
        var profile = body.has("definition") ? definition(body) : null;
        body.check();
        return Answer.ok(BankProfileViews.trial(profiles.tried(file, profile)));
    }

    /** The layout in a body; null if it is invalid, which the body then says. */
    private static @Nullable CsvProfile definition(JsonBody body) {
        var json = body.jsonOrNull("definition", DEFINITION_MAX);
        if (json == null) {
            body.missing("definition");
            return null;
        }
        try {
            return CsvProfile.parse(json);
        } catch (IllegalArgumentException wrong) {
            body.wrong("definition", "layout", "is not a layout: " + wrong.getMessage());
            return null;
        }
    }

    private StaffAction.Request add(JsonBody body) {
        var profile = definition(body);
        var file = body.id("file_id");
        body.check();
        var outlook = profiles.outlook(null, Objects.requireNonNull(profile), file);
        return new StaffAction.Request(
                        key(outlook.id()),
                        BankProfiles.RESOURCE,
                        StaffAction.NO_VERSION,
                        by -> profiles.add(outlook.by(by.operator()), by),
                        () -> detail(outlook.id()))
                .changing(ControlChange.creation(outlook.name(), BankProfiles.shown(outlook)));
    }

    private StaffAction.Request change(Map<String, String> path, JsonBody body) {
        var before =
                profiles.versions(StaffAction.id(path, BankProfiles.RESOURCE)).getFirst();
        var profile = definition(body);
        var file = body.id("file_id");
        body.check();
        var outlook = profiles.outlook(before, Objects.requireNonNull(profile), file);
        return request(before, outlook, "update", true);
    }

    private StaffAction.Request retire(Map<String, String> path) {
        var before =
                profiles.versions(StaffAction.id(path, BankProfiles.RESOURCE)).getFirst();
        return request(before, profiles.retired(before), "retire", false);
    }

    private StaffAction.Request request(BankProfile before, BankProfile after, String action, boolean secondPerson) {
        return new StaffAction.Request(
                        key(before.id()),
                        BankProfiles.RESOURCE,
                        before.version(),
                        by -> profiles.change(after.by(by.operator()), before, action, by),
                        () -> detail(before.id()))
                .changing(ControlChange.of(
                        before.name(), BankProfiles.shown(before), BankProfiles.shown(after), secondPerson));
    }
}
