package io.tical.server.module;

import io.tical.server.ledger.Audit;
import io.tical.server.transaction.HistoryAudit;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The modules of a service, before it starts.
 *
 * @param bootstrap fills an empty database; returns the file with the credentials that it made
 */
public record Assembly(Platform platform, List<Module> modules, Supplier<Optional<Path>> bootstrap, Surfaces surfaces) {
    /** The audit of what all modules say about the money that moved. */
    public Audit audit() {
        var audits = modules.stream().flatMap(module -> module.audits().stream());
        return new Audit(
                platform.database(),
                Stream.concat(Stream.of(new HistoryAudit()), audits).toList());
    }
}
