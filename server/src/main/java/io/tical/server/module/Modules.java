package io.tical.server.module;

import io.tical.server.ledger.Audit;
import io.tical.server.transaction.StateChange;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The modules of a service, created one after the other. Each takes the modules that it uses from those created before
 * it, so the order of the list is the order of dependency.
 */
public final class Modules {
    private static final StackWalker CALLERS = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    private final Platform platform;
    private final Map<Class<?>, Module> created = new HashMap<>();
    private final Contributions contributions = new Contributions();

    public Modules(Platform platform) {
        this.platform = platform;
    }

    public Platform platform() {
        return platform;
    }

    /**
     * Creates the next module.
     *
     * @throws IllegalStateException if the module uses one that is not created yet, or was already added
     */
    public Modules add(Function<Modules, ? extends Module> create) {
        var module = create.apply(this);
        if (created.putIfAbsent(module.getClass(), module) != null) {
            throw new IllegalStateException(
                    module.getClass().getSimpleName() + " is listed twice; list each module once");
        }
        module.contribute(contributions);
        return this;
    }

    /**
     * The module of a type.
     *
     * @throws IllegalStateException if it is not created yet
     */
    public <M extends Module> M get(Class<M> type) {
        var module = created.get(type);
        if (module == null) {
            throw new IllegalStateException("%1$s uses %2$s, which is not created yet; list %2$s before it"
                    .formatted(CALLERS.getCallerClass().getSimpleName(), type.getSimpleName()));
        }
        return type.cast(module);
    }

    /** The audit of the rows of all modules and of the money that their rows account for. */
    public Audit audit() {
        var authenticated = Stream.concat(Stream.of(StateChange.CHANGES), all(Kind.AUTHENTICATED_TABLES).stream());
        return new Audit(platform.database(), authenticated.toList(), all(Kind.AUDITS));
    }

    /** What the modules created so far have added of one kind. */
    public <T> List<T> all(Kind<T> kind) {
        return contributions.all(kind);
    }
}
