package io.tical.server.docs;

import io.tical.server.http.FingerprintedAssets;
import io.tical.server.http.StaticContent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The pages of the reference, which the build has rendered and written as resources. Only what differs between deployments is set here. */
public final class ReferencePages {
    /** Begins the addresses of all pages. */
    public static final String ROOT = "/docs";
    /** The placeholder for the address in examples; a page has the address of its request instead. */
    public static final String ORIGIN = "http://localhost:8080";

    /** The resources beside those of the pages: the page for unknown addresses, what a search finds, and the addresses of all pages. */
    public static final String MISSING = "missing.html";

    public static final String INDEX = "search.json";
    public static final String ADDRESSES = "addresses.txt";

    static final String ASSETS = ROOT + "/assets/";

    private static final String FOLDER = "pages";

    private final Set<String> addresses = Set.of(text(ADDRESSES).split("\n"));
    private final List<String> callbackSources;
    private final FingerprintedAssets assets = assets(read(INDEX));

    /** @param callbackSources the addresses from which callbacks come; empty if the operator has not named them */
    ReferencePages(List<String> callbackSources) {
        this.callbackSources = callbackSources;
    }

    /** The folder, within one of classes, to which the build writes the resources. */
    public static Path folder(Path classes) {
        return classes.resolve(ReferencePages.class.getPackageName().replace('.', '/'))
                .resolve(FOLDER);
    }

    /** The resource of the page at this address. */
    public static String resource(String address) {
        return (address.equals(ROOT) ? "index" : address.substring(ROOT.length() + 1)) + ".html";
    }

    /** The files of the pages, with what a search finds. */
    public static FingerprintedAssets assets(byte[] index) {
        return new FingerprintedAssets(
                ASSETS,
                Map.of(
                        "docs.css",
                        StaticContent.resource(ReferencePages.class, "docs.css"),
                        "docs.js",
                        StaticContent.resource(ReferencePages.class, "docs.js"),
                        "search.js",
                        StaticContent.resource(ReferencePages.class, "search.js"),
                        "try.js",
                        StaticContent.resource(ReferencePages.class, "try.js"),
                        "icon.svg",
                        StaticContent.resource(ReferencePages.class, "icon.svg"),
                        INDEX,
                        StaticContent.of("application/json", index)));
    }

    FingerprintedAssets assets() {
        return assets;
    }

    /**
     * The page at an address; empty if there is none.
     *
     * @param origin where the client reached the service, for the examples; it has only characters that need no escaping in HTML and in the
     *     languages of the examples
     */
    Optional<String> page(String address, Optional<String> origin) {
        return addresses.contains(address) ? Optional.of(set(text(resource(address)), origin)) : Optional.empty();
    }

    /** The page for an unknown address. */
    String missing(Optional<String> origin) {
        return set(text(MISSING), origin);
    }

    private String set(String html, Optional<String> origin) {
        var named = callbackSources.isEmpty()
                ? html
                : html.replace(
                        OpenApi.NO_CALLBACK_SOURCES,
                        OpenApi.callbackSources(
                                callbackSources.stream().map(one -> "<code>" + escaped(one) + "</code>")));
        return origin.map(where -> named.replace(ORIGIN, where)).orElse(named);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private static String text(String resource) {
        return new String(read(resource), StandardCharsets.UTF_8);
    }

    private static byte[] read(String resource) {
        try (var in = ReferencePages.class.getResourceAsStream(FOLDER + "/" + resource)) {
            if (in == null) {
                throw new IllegalStateException("the build has not written " + resource
                        + " of the reference: run io.tical.server.build.AssetPacker after compilation");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
