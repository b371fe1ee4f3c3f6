package io.tical.server.http;

import java.util.List;
import java.util.function.BiFunction;

/**
 * The pages of a surface without credentials.
 *
 * @param root their path, as {@code /pay}
 * @param contentSecurityPolicy what a page may load, run and send
 * @param assets the files that they name
 * @param refusal renders a failure; its call has no path parameters
 */
public record PublicPages(
        String root,
        String contentSecurityPolicy,
        StaticAssets assets,
        List<PublicEndpoint<HtmlAnswer>> pages,
        BiFunction<PublicCall, ErrorAnswer, HtmlAnswer> refusal) {}
