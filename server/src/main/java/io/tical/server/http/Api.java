package io.tical.server.http;

import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.server.access.Credential;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.input.Query;
import io.tical.server.input.UploadedFile;
import io.tical.server.problem.Problem;
import io.tical.server.work.TokenBuckets;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The merchants' API on Helidon: finds the endpoint, lets the {@link Gate} decide, calls the handler, and answers in the
 * {@link Envelope}.
 */
public final class Api implements Handler {
    private final Gate gate;
    private final IdempotencyRecords idempotency;
    private final Routes<Endpoint> routes;
    private final Uploads uploads;

    /** @param folder where uploaded files are stored while they are received; created when it is needed */
    public Api(Gate gate, IdempotencyRecords idempotency, List<Endpoint> endpoints, Path folder) {
        this.gate = gate;
        this.idempotency = idempotency;
        this.routes = new Routes<>(endpoints);
        this.uploads = new Uploads(folder);
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        var requestId = RequestId.of(request.headers());
        Responses.answer(request, response, requestId, () -> admitted(request, response, requestId));
    }

    private Answer admitted(ServerRequest request, ServerResponse response, String requestId) {
        var asked = new Asked(
                request,
                response,
                requestId,
                request.prologue().method().text(),
                RequestTarget.of(request),
                gate.identify(request));
        var route = routes.find(asked.method(), request.prologue().uriPath().rawPath());
        if (route != null && route.file() != null) {
            return withFile(asked, route.file());
        }
        var body = RequestBody.read(request);
        gate.verify(asked.credential(), request, asked.target(), new ByteArrayInputStream(body));
        var admission = admit(asked);
        if (admission.writes() && body.length > 0) {
            RequestBody.refuseOtherThanJson(request.headers());
        }
        var call = call(asked, admission, body, null);
        return admission.writes()
                ? keyBeforeBody(call, admission.match().route())
                : admission.match().route().handler().handle(call);
    }

    /** A request whose API key is known. */
    private record Asked(
            ServerRequest request,
            ServerResponse response,
            String requestId,
            String method,
            String target,
            Credential credential) {}

    /** The route of an admitted request, and its idempotency key if it writes. */
    private record Admission(Routes.Match<Endpoint> match, boolean writes, String idempotencyKey) {}

    /** Checks rate, path, scope, environment and idempotency key, in this order. */
    private Admission admit(Asked asked) {
        var request = asked.request();
        count(gate.take(asked.credential()), asked.response());
        var match = routes.match(asked.method(), request.prologue().uriPath().rawPath());
        Gate.permit(asked.credential().caller(), match.route());
        if (match.route().cost() == Endpoint.Cost.VERIFICATION) {
            // The lower rate, which is then the one in the headers.
            count(gate.takeVerification(asked.credential().caller()), asked.response());
        }
        var writes = asked.method().equals("POST");
        return new Admission(match, writes, writes ? Gate.idempotencyKey(request.headers()) : "");
    }

    private static Call call(Asked asked, Admission admission, byte[] body, @Nullable UploadedFile file) {
        return new Call(
                asked.credential().caller(),
                asked.requestId(),
                asked.method(),
                asked.target(),
                admission.match().parameters(),
                Query.parse(asked.request().prologue().query().rawValue()),
                body,
                file,
                admission.idempotencyKey());
    }

    /** Admits the caller before the file is received; only a signed request must be received first, for its signature covers the file. */
    private Answer withFile(Asked asked, Endpoint.FileField field) {
        var request = asked.request();
        var organizationId = asked.credential().caller().organizationId();
        if (asked.credential().signingSecret() != null) {
            return uploads.receive(request, gate.source(request), organizationId, form -> {
                gate.verify(
                        asked.credential(),
                        request,
                        asked.target(),
                        form.whole().open());
                return withFile(asked, admit(asked), form, field);
            });
        }
        var admission = admit(asked);
        requireUse(call(asked, admission, new byte[0], null), field);
        return uploads.receive(
                request, gate.source(request), organizationId, form -> withFile(asked, admission, form, field));
    }

    /** Refuses a request before its file is received, unless its key was used: then it may be a replay, and the file decides. */
    private void requireUse(Call call, Endpoint.FileField field) {
        try {
            field.admission().accept(call);
        } catch (Problem refused) {
            if (!idempotency.isRecorded(call.recordKey())) {
                throw refused;
            }
        }
    }

    private Answer withFile(Asked asked, Admission admission, Uploads.Form form, Endpoint.FileField field) {
        UploadedFile file;
        try {
            file = form.file(field.name(), field.bytesMax());
        } catch (Problem.BadRequest | Problem.Invalid refused) {
            return recorded(call(asked, admission, new byte[0], form.whole()), refused);
        }
        return keyBeforeBody(
                call(asked, admission, new byte[0], file), admission.match().route());
    }

    private static void count(TokenBuckets.Taken taken, ServerResponse response) {
        if (taken.limit() > 0) {
            response.header("X-RateLimit-Limit", Long.toString(taken.limit()));
            response.header("X-RateLimit-Remaining", Long.toString(taken.remaining()));
        }
        if (taken.refused()) {
            throw new Problem.RateLimited(taken.waitSeconds());
        }
    }

    /** The key is checked before the body: a body that is refused today may still be a replay or a reuse of its key. */
    private Answer keyBeforeBody(Call call, Endpoint endpoint) {
        try {
            return endpoint.handler().handle(call);
        } catch (Problem.BadRequest | Problem.Invalid refused) {
            return recorded(call, refused);
        }
    }

    private Answer recorded(Call call, Problem refused) {
        return idempotency
                .find(call.recordKey(), call.fingerprint())
                .map(Answer::of)
                .orElseThrow(() -> refused);
    }
}
