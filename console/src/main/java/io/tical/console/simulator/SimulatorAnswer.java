package io.tical.console.simulator;

import io.tical.common.admin.Listed;
import io.tical.common.admin.Simulator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;

/**
 * One answer of the simulator.
 *
 * @param name the field of the request
 * @param values what it can be; empty for a number
 */
public record SimulatorAnswer(String name, String value, List<String> values) implements Listed {
    static List<SimulatorAnswer> all(Simulator simulator) {
        return List.of(
                new SimulatorAnswer(
                        "payout",
                        simulator.payout(),
                        List.of("success", "fail", "partial", "unknown", "delay", "file")),
                new SimulatorAnswer(
                        "slip", simulator.slip(), List.of("verified", "rejected", "pending", "unavailable")),
                new SimulatorAnswer("holder", simulator.holder(), List.of("found", "unknown", "unavailable")),
                new SimulatorAnswer("top_up", simulator.topUp(), List.of("open", "blocked")),
                new SimulatorAnswer("latency_ms", String.valueOf(simulator.latencyMs()), List.of()));
    }

    /** The service has one simulator; the console distinguishes its answers by their names. */
    @Override
    public UUID id() {
        return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
    }
}
