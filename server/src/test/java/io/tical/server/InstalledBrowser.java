package io.tical.server;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands a {@link Browser} to tests that ask for one. Starting one takes seconds, so all classes of a run share the first that
 * is started; what one visit did, no other sees, since each has a profile of its own.
 */
public final class InstalledBrowser implements BeforeAllCallback, ParameterResolver {
    private static final Namespace RUN = Namespace.create(InstalledBrowser.class);

    /** A class whose browser is missing ends here: what a parameter's resolver throws would fail it even where it is to be skipped. */
    @Override
    public void beforeAll(ExtensionContext context) {
        shared(context);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Browser.class;
    }

    @Override
    public Browser resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return shared(context);
    }

    /** JUnit closes it when the run is over. */
    private static Browser shared(ExtensionContext context) {
        return context.getRoot().getStore(RUN).computeIfAbsent(Browser.class, key -> Browser.start(), Browser.class);
    }
}
