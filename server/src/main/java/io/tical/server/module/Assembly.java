package io.tical.server.module;

import io.tical.server.ledger.Audit;
import io.tical.server.transaction.StateChange;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The modules of a service, before it starts.
 *
 * @param bootstrap fills an empty database; returns the file with the new credentials
 */
public record Assembly(Platform platform, List<Module> modules, Supplier<Optional<Path>> bootstrap, Surfaces surfaces) {
    /** The audit of the rows of all modules and of the money that their rows account for. */
    public Audit audit() {
        var evidence = modules.stream().flatMap(module -> module.evidence().stream());
        var audits = modules.stream().flatMap(module -> module.audits().stream());
        return new Audit(
                platform.database(),
                Stream.concat(Stream.of(StateChange.CHANGES), evidence).toList(),
                audits.toList());
    }
}
