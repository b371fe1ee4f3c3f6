package io.tical.server.rail;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The connections to the rails of live keys. */
public record Connections(List<HttpRail> rails, RailsFile file) {
    /** A sentence for each rail that is not called now. */
    public List<String> troubles() {
        return rails.stream()
                .filter(HttpRail::isInterrupted)
                .map(rail -> "The rail " + rail.name()
                        + " failed too often and is not called for a while; its legs go to other rails or wait.")
                .toList();
    }

    /** The secrets with which rails sign what they report, by the name of the rail. */
    public Map<String, byte[]> callbackSecrets() {
        var secrets = new HashMap<String, byte[]>();
        for (var rail : file.rails()) {
            var secret = rail.callback();
            if (secret != null) {
                secrets.put(rail.name(), secret.value().getBytes(StandardCharsets.UTF_8));
            }
        }
        return secrets;
    }
}
