package io.tical.server.rehearsal;

import io.tical.server.collection.CollectionAccounts;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.http.StreamedContent;
import io.tical.server.problem.Problem;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code /admin/v1/simulator}: what the bank of test money answers. */
record RehearsalRoutes(SimulatedBank bank) {
    private static final String TREE = "/admin/v1/simulator";

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.get(
                        TREE + "/payment-files/{id}/result",
                        staff -> staff.may(Permission.PAYOUTS),
                        call -> content(bank.result(call.id("payment_file")))),
                SessionEndpoint.<Staff>get(
                                TREE + "/accounts/{id}/statement",
                                staff -> staff.may(Permission.MONEY),
                                call -> content(bank.statement(call.id(CollectionAccounts.RESOURCE), day(call))))
                        .taking("day"));
    }

    private static StreamedContent content(SimulatedBank.Answer answer) {
        return StreamedContent.file("application/xml", answer.name(), client -> client.write(answer.bytes()));
    }

    private static @Nullable LocalDate day(SessionCall<Staff> call) {
        var text = call.query().text("day").orElse(null);
        try {
            return text == null ? null : LocalDate.parse(text);
        } catch (DateTimeException e) {
            throw new Problem.Invalid("day", "format", "must be a day such as 2026-11-20");
        }
    }
}
