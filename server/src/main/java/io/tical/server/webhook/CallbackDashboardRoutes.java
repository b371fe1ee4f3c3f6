package io.tical.server.webhook;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tical.common.Word;
import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.member.Environment;
import io.tical.server.problem.Problem;
import io.tical.server.session.Directory.Person;
import io.tical.server.session.Member;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import io.tical.server.webhook.CallbackEndpoint.Saved;
import io.tical.server.webhook.CallbackHealth.Recent;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/callbacks}: callback endpoints, their signing secrets, and test events.
 *
 * @param sources the addresses from which callbacks come; empty if the operator has not named them
 */
public record CallbackDashboardRoutes(
        CallbackEndpoints callbacks, Deliveries deliveries, Pings pings, List<String> sources) {
    private static final int URL_LENGTH_MAX = 2_048;
    private static final int FORM_LENGTH_MAX = 16;

    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get("/api/callbacks", Member::mayRead, this::list)
                        .taking(Environment.NAME),
                SessionEndpoint.get("/api/callback-sources", Member::mayRead, call -> Answer.ok(new Sources(sources))),
                SessionEndpoint.get("/api/callbacks/{kind}", Member::mayRead, this::read)
                        .taking(Environment.NAME),
                SessionEndpoint.put("/api/callbacks/{kind}", Member::mayChange, this::save),
                SessionEndpoint.post("/api/callbacks/{kind}/rotate", Member::mayChange, this::rotate),
                SessionEndpoint.post("/api/callbacks/{kind}/ping", Member::mayChange, this::ping),
                SessionEndpoint.delete("/api/callbacks/{kind}", Member::mayChange, this::remove)
                        .taking("version"));
    }

    /**
     * An endpoint as JSON, also an unset one; times are Unix seconds.
     *
     * @param recentDeliveries deliveries of the last 24 hours to this address with at least one attempt
     * @param recentFailures how many of them were not accepted
     * @param version of the endpoint, for a change
     */
    public record View(
            Kind kind,
            @Nullable String url,
            Form form,
            CallbackHealth status,
            @Nullable Instant failingSince,
            @Nullable Instant suspendedAt,
            @Nullable Instant lastSuccessAt,
            long recentDeliveries,
            long recentFailures,
            @Nullable Instant previousSecretUntil,
            @Nullable Instant createdAt,
            @Nullable Instant updatedAt,
            String version) {
        private static View of(CallbackEndpoint endpoint, Recent recent) {
            return new View(
                    endpoint.kind(),
                    endpoint.url(),
                    endpoint.form(),
                    CallbackHealth.of(endpoint, recent),
                    endpoint.failingSince(),
                    endpoint.suspendedAt(),
                    endpoint.lastSuccessAt(),
                    recent.tried(),
                    recent.failed(),
                    endpoint.previousSecretUntil(),
                    endpoint.createdAt(),
                    endpoint.updatedAt(),
                    endpoint.version());
        }

        private static View unset(Kind kind) {
            var status = CallbackHealth.of(null, Recent.NONE);
            var version = CallbackEndpoint.noVersion(kind);
            return new View(kind, null, Form.AUTO, status, null, null, null, 0, 0, null, null, null, version);
        }
    }

    private record Sources(List<String> sources) {}

    /** An endpoint, with its secret if it is new. */
    private record WithSecret(
            @JsonUnwrapped View view,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String signingSecret) {}

    /**
     * The endpoints of every kind, including unset ones.
     *
     * @param environments those whose deliveries count: whether they are live
     */
    public static List<View> views(
            CallbackEndpoints callbacks, Deliveries deliveries, UUID organizationId, Collection<Boolean> environments) {
        var recent = deliveries.recent(organizationId, environments);
        return Arrays.stream(Kind.values())
                .map(kind -> callbacks
                        .find(organizationId, kind)
                        .map(endpoint -> View.of(endpoint, recent.getOrDefault(kind, Recent.NONE)))
                        .orElseGet(() -> View.unset(kind)))
                .toList();
    }

    private Answer list(SessionCall<Member> call) {
        return Answer.ok(all(call));
    }

    private List<View> all(SessionCall<Member> call) {
        return views(callbacks, deliveries, call.person().organizationId(), Environment.each(call.query()));
    }

    private Answer read(SessionCall<Member> call) {
        var kind = kind(call);
        return Answer.ok(all(call).stream()
                .filter(view -> view.kind() == kind)
                .findFirst()
                .orElseThrow());
    }

    private Answer saved(SessionCall<Member> call, Saved saved) {
        var recent = deliveries.recent(call.person().organizationId(), List.of(true, false));
        var endpoint = saved.endpoint();
        return Answer.ok(new WithSecret(
                View.of(endpoint, recent.getOrDefault(endpoint.kind(), Recent.NONE)), saved.signingSecret()));
    }

    private Answer save(SessionCall<Member> call) {
        var kind = kind(call);
        var body = call.json();
        var url = body.text("url", URL_LENGTH_MAX);
        var form = form(body);
        var seen = body.seenVersion();
        body.check();
        return saved(call, own(call).save(call.person().organizationId(), kind, url, form, seen));
    }

    private static @Nullable Form form(JsonBody body) {
        var word = body.textOrNull("form", FORM_LENGTH_MAX);
        var form = word == null ? null : Word.find(Form.class, word).orElse(null);
        if (word != null && form == null) {
            body.wrong("form", "unknown", "must be auto, envelope or transaction");
        }
        return form;
    }

    private Answer rotate(SessionCall<Member> call) {
        var kind = kind(call);
        var body = call.json();
        var seen = body.seenVersion();
        body.check();
        return saved(call, own(call).rotate(call.person().organizationId(), kind, seen));
    }

    private Answer ping(SessionCall<Member> call) {
        return Answer.ok(pings.send(call.person().organizationId(), kind(call)));
    }

    private Answer remove(SessionCall<Member> call) {
        var kind = kind(call);
        var seen = call.query()
                .text("version")
                .orElseThrow(() -> new Problem.Invalid(
                        "version", "required", "is required as a parameter: the version that you read"));
        own(call).remove(call.person().organizationId(), kind, seen);
        return Answer.ok(View.unset(kind));
    }

    private static Kind kind(SessionCall<Member> call) {
        return Word.find(Kind.class, call.path("kind")).orElseThrow(() -> Problem.NotFound.of("callback"));
    }

    /** The use cases with this member as the author. */
    private CallbackEndpoints own(SessionCall<Member> call) {
        return callbacks.by(Person.author(call));
    }
}
