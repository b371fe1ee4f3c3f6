package io.tical.server.http;

import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.tical.server.access.Credential;
import io.tical.server.idempotency.IdempotencyRecords;
import io.tical.server.input.Query;
import io.tical.server.input.UploadedFile;
import io.tical.server.load.TokenBuckets;
import io.tical.server.problem.Problem;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The merchants' API on Helidon: finds the endpoint, checks the request with the {@link Gate}, calls the handler, and
 * wraps the response in the {@link Envelope}.
 */
public record Api(Gate gate, IdempotencyRecords idempotency, Routes<Endpoint> routes, Uploads uploads)
        implements Handler {
    /** @param folder for uploads in progress */
    public Api(Gate gate, IdempotencyRecords idempotency, List<Endpoint> endpoints, UploadFolder folder) {
        this(gate, idempotency, new Routes<>(endpoints), new Uploads(folder));
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) {
        var start = System.nanoTime();
        var requestId = RequestId.of(request.headers());
        var found = routes.find(request);
        try {
            Responses.answer(request, response, requestId, () -> process(request, response, requestId, found));
        } finally {
            routes.record(found, response, start);
        }
    }

    /** The meters of its requests. */
    public List<RouteMeter> meters() {
        return routes.meters();
    }

    private Content process(
            ServerRequest request, ServerResponse response, String requestId, Routes.@Nullable Match<Endpoint> found) {
        var identified =
                new Identified(request, response, requestId, Request.target(request), gate.identify(request), found);
        if (found != null && found.route().file() != null) {
            return receiveFile(identified, found.route().file());
        }
        var body = RequestBody.read(request);
        gate.verify(identified.credential(), request, identified.target(), new ByteArrayInputStream(body));
        var admission = admit(identified);
        if (admission.writes() && body.length > 0) {
            RequestBody.refuseOtherThanJson(request.headers());
        }
        var call = call(identified, admission, body, null);
        return admission.writes()
                ? callOrReplay(call, admission.match().route())
                : answer(call, admission.match().route());
    }

    /**
     * A request with a valid API key.
     *
     * @param found its route, or null
     */
    private record Identified(
            ServerRequest request,
            ServerResponse response,
            String requestId,
            String target,
            Credential credential,
            Routes.@Nullable Match<Endpoint> found) {
        String method() {
            return request.prologue().method().text();
        }
    }

    /** The route of an admitted request, and its idempotency key if it writes. */
    private record Admission(Routes.Match<Endpoint> match, boolean writes, String idempotencyKey) {}

    /** Checks rate, path, scope, environment and idempotency key, in this order. */
    private Admission admit(Identified identified) {
        var caller = identified.credential().caller();
        countAgainstLimit(gate.rateLimits().take(caller), identified.response());
        // Without a route, this throws why.
        var match = identified.found() != null ? identified.found() : routes.match(identified.request());
        Gate.permit(caller, match.route());
        if (match.route().cost() == Endpoint.Cost.VERIFICATION) {
            // The verification rate is lower, so the headers report it.
            countAgainstLimit(gate.rateLimits().verifications().take(caller.organizationId()), identified.response());
        }
        var method = identified.method();
        var writes = !method.equals("GET");
        var key = writes ? Gate.idempotencyKey(identified.request().headers(), method.equals("POST")) : "";
        return new Admission(match, writes, key);
    }

    private static Call call(Identified identified, Admission admission, byte[] body, @Nullable UploadedFile file) {
        return new Call(
                identified.credential().caller(),
                identified.requestId(),
                identified.method(),
                identified.target(),
                admission.match().parameters(),
                query(identified, admission),
                body,
                file,
                admission.idempotencyKey());
    }

    /** Reads name their parameters. Writes take none and ignore them. */
    private static Query query(Identified identified, Admission admission) {
        var raw = identified.request().prologue().query().rawValue();
        return admission.writes()
                ? Query.parse(raw)
                : Query.parse(raw, admission.match().route().parameters());
    }

    /**
     * Admits the caller before the file is received. A signed request must be received first, because the signature
     * covers the file.
     */
    private Content receiveFile(Identified identified, Endpoint.FileField field) {
        var request = identified.request();
        var organizationId = identified.credential().caller().organizationId();
        if (Gate.mustVerify(identified.credential(), request)) {
            return uploads.receive(request, gate.sources().of(request), organizationId, form -> {
                gate.verify(
                        identified.credential(),
                        request,
                        identified.target(),
                        form.whole().open());
                return withFile(identified, admit(identified), form, field);
            });
        }
        gate.verify(identified.credential(), request, identified.target(), InputStream.nullInputStream());
        var admission = admit(identified);
        admitFile(call(identified, admission, new byte[0], null), field);
        return uploads.receive(
                request,
                gate.sources().of(request),
                organizationId,
                form -> withFile(identified, admission, form, field));
    }

    /**
     * Refuses a request before its file is received, unless its idempotency key exists: then the file determines
     * whether it is a replay.
     */
    private void admitFile(Call call, Endpoint.FileField field) {
        try {
            field.admission().accept(call);
        } catch (Problem refused) {
            if (!idempotency.isRecorded(call.recordKey())) {
                throw refused;
            }
        }
    }

    private Content withFile(Identified identified, Admission admission, Uploads.Form form, Endpoint.FileField field) {
        UploadedFile file;
        try {
            file = form.file(field.name(), field.bytesMax());
        } catch (Problem.BadRequest | Problem.Invalid refused) {
            return replayOr(call(identified, admission, new byte[0], form.whole()), refused);
        }
        return callOrReplay(
                call(identified, admission, new byte[0], file),
                admission.match().route());
    }

    private static void countAgainstLimit(TokenBuckets.Taken taken, ServerResponse response) {
        if (taken.limit() > 0) {
            response.header("X-RateLimit-Limit", Long.toString(taken.limit()));
            response.header("X-RateLimit-Remaining", Long.toString(taken.remaining()));
        }
        if (taken.refused()) {
            throw new Problem.RateLimited(taken.waitSeconds());
        }
    }

    /**
     * Calls the handler. A use case looks up the idempotency key, but not if the body is invalid. Then this looks it up, because a request
     * whose key was used is a replay or a reuse of the key, whatever its body.
     */
    private Content callOrReplay(Call call, Endpoint endpoint) {
        try {
            return answer(call, endpoint);
        } catch (Problem.BadRequest | Problem.Invalid refused) {
            return replayOr(call, refused);
        }
    }

    private static Content answer(Call call, Endpoint endpoint) {
        try {
            return endpoint.handler().apply(call);
        } catch (Problem.NotFound missing) {
            throw missing.forKey(call.caller().livemode());
        }
    }

    /** The recorded answer of the call's idempotency key. Without one, throws why the call was refused. */
    private Answer replayOr(Call call, Problem refused) {
        return idempotency
                .find(call.recordKey(), call.fingerprint())
                .map(Answer::of)
                .orElseThrow(() -> refused);
    }
}
