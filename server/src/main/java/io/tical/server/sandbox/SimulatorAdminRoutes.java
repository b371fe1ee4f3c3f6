package io.tical.server.sandbox;

import static java.util.Objects.requireNonNullElse;

import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.rail.Simulator;
import io.tical.server.rail.SimulatorAnswers.Answers;
import io.tical.server.rail.SimulatorAnswers.Holder;
import io.tical.server.rail.SimulatorAnswers.Payout;
import io.tical.server.rail.SimulatorAnswers.Slip;
import io.tical.server.rail.SimulatorAnswers.TopUp;
import io.tical.server.rail.Upstream;
import io.tical.server.session.Directory.Person;
import io.tical.server.staff.Permission;
import io.tical.server.staff.Staff;
import java.time.Duration;
import java.util.List;

/** {@code /admin/v1/simulator}: sets the answers of the simulated rail and verification services, and blocks top-ups. */
record SimulatorAdminRoutes(Simulator simulator) {
    private static final String PATH = "/admin/v1/simulator";

    List<SessionEndpoint<Staff>> endpoints() {
        return List.of(
                SessionEndpoint.get(
                        PATH, staff -> staff.may(Permission.READ), call -> Answer.ok(View.of(simulator.read()))),
                SessionEndpoint.put(PATH, staff -> staff.may(Permission.CONFIGURATION), this::change));
    }

    /** The answers as JSON. */
    private record View(Payout payout, Slip slip, Holder holder, TopUp topUp, long latencyMs) {
        static View of(Answers answers) {
            return new View(
                    answers.payout(),
                    answers.slip(),
                    answers.holder(),
                    answers.topUp(),
                    answers.latency().toMillis());
        }
    }

    private Answer change(SessionCall<Staff> call) {
        var body = call.json();
        var payout = body.wordOrNull("payout", Payout.class);
        var slip = body.wordOrNull("slip", Slip.class);
        var holder = body.wordOrNull("holder", Holder.class);
        var topUp = body.wordOrNull("top_up", TopUp.class);
        var latencyMs = body.numberOrNull("latency_ms", 0, Upstream.DEADLINE.toMillis());
        body.check();
        var by = Person.author(call);
        var changed = simulator.change(
                old -> new Answers(
                        requireNonNullElse(payout, old.payout()),
                        requireNonNullElse(slip, old.slip()),
                        requireNonNullElse(holder, old.holder()),
                        requireNonNullElse(topUp, old.topUp()),
                        latencyMs == null ? old.latency() : Duration.ofMillis(latencyMs)),
                by);
        return Answer.ok(View.of(changed));
    }
}
