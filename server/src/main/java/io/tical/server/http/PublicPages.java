package io.tical.server.http;

import java.util.List;
import java.util.function.BiFunction;

/**
 * The pages of a surface without credentials.
 *
 * @param root their path, such as {@code /pay}
 * @param contentSecurityPolicy the {@code Content-Security-Policy} of a page
 * @param assets the files that they reference
 * @param refusal renders a failure; its call has no path parameters
 */
public record PublicPages(
        String root,
        String contentSecurityPolicy,
        StaticSite.StaticAssets assets,
        List<PublicEndpoint<HtmlAnswer>> pages,
        BiFunction<PublicCall, ErrorAnswer, HtmlAnswer> refusal) {}
