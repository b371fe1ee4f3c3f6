package io.tical.server.paypage;

import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.http.StaticContent;
import io.tical.server.input.JsonBody;
import io.tical.server.input.SeenVersion;
import io.tical.server.input.UploadedFile;
import io.tical.server.merchant.Brand;
import io.tical.server.merchant.Brands;
import io.tical.server.merchant.Policies;
import io.tical.server.picture.PictureReader;
import io.tical.server.problem.Problem;
import io.tical.server.session.Directory.Person;
import io.tical.server.session.Member;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code /api/pay-page}: the brand that the organization shows to its payers. */
record BrandDashboardRoutes(Brands brands, Policies policies, PictureReader pictures) {
    private static final int LOGO_BASE64_MAX = 60_000;
    private static final int LOGO_SIDE_MIN = 48;
    private static final int LOGO_SIDE_MAX = 256;

    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get(
                        "/api/pay-page",
                        Member::mayRead,
                        call -> answer(call, brands.of(call.person().organizationId()))),
                SessionEndpoint.get("/api/pay-page/logo", Member::mayRead, this::logo)
                        .taking("v"),
                SessionEndpoint.put("/api/pay-page", Member::mayChange, this::change));
    }

    /**
     * @param name the name of the organization, which payers see if there is no display name
     * @param logo the SHA-256 of the logo; null if there is none
     * @param version of all of it, for a change
     */
    private record View(
            String name,
            @Nullable String displayName,
            @Nullable String support,
            @Nullable String homeUrl,
            @Nullable String logo,
            String version) {}

    private Answer answer(SessionCall<Member> call, Brand brand) {
        return Answer.ok(new View(
                policies.name(call.person().organizationId()),
                brand.displayName(),
                brand.support(),
                brand.homeUrl(),
                brand.logoSha256(),
                brand.version()));
    }

    private StaticContent logo(SessionCall<Member> call) {
        return brands.logo(brands.of(call.person().organizationId()))
                .map(file -> StaticContent.of(PictureReader.MEDIA_TYPE, file))
                .orElseThrow(() -> new Problem.NotFound("LOGO_NOT_FOUND", "The pay page has no logo"));
    }

    private Answer change(SessionCall<Member> call) {
        var body = call.json();
        var displayName = text(body, "display_name", Brand.NAME_MAX);
        var support = text(body, "support", Brand.SUPPORT_MAX);
        var homeUrl = text(body, "home_url", Brand.URL_MAX);
        var encoded = body.textOrNull("logo", LOGO_BASE64_MAX);
        var seen = body.seenVersion();
        body.check();
        var logo = body.names("logo") ? new Brands.Logo(encoded == null ? null : picture(encoded)) : null;
        var changed = brands.by(Person.author(call))
                .change(
                        call.person().organizationId(),
                        old -> {
                            SeenVersion.require(seen, old.version(), "pay page");
                            return new Brand(old.organizationId(), displayName, support, homeUrl, old.logoSha256());
                        },
                        logo);
        return answer(call, changed);
    }

    private static @Nullable String text(JsonBody body, String field, int lengthMax) {
        var text = body.textOrNull(field, lengthMax);
        return text == null || text.isBlank() ? null : text.strip();
    }

    private record Sent(byte[] file) implements UploadedFile {
        @Override
        public int length() {
            return file.length;
        }

        @Override
        public InputStream open() {
            return new ByteArrayInputStream(file);
        }
    }

    private byte[] picture(String encoded) {
        byte[] file;
        try {
            file = Base64.getDecoder().decode(encoded);
        } catch (IllegalArgumentException notBase64) {
            throw new Problem.Invalid("logo", "format", "must be a PNG or JPEG picture in base64");
        }
        var picture = pictures.read(new Sent(file), pixels -> true);
        var shorter = Math.min(picture.width(), picture.height());
        var longer = Math.max(picture.width(), picture.height());
        if (shorter < LOGO_SIDE_MIN || longer > LOGO_SIDE_MAX) {
            throw new Problem.Invalid(
                    "logo", "size", "must have sides of " + LOGO_SIDE_MIN + " to " + LOGO_SIDE_MAX + " pixels");
        }
        return picture.file();
    }
}
