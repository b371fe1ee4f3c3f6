package io.tical.server.docs;

import io.tical.server.http.HttpServer.Surface;
import io.tical.server.module.Module;
import java.util.List;

/** The reference of the merchants' API. */
public final class DocsModule implements Module {
    @Override
    public List<Surface> pages() {
        return List.of(Docs::register);
    }
}
