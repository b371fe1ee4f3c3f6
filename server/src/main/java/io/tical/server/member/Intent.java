package io.tical.server.member;

import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.idempotency.IdempotencyKey;
import io.tical.server.idempotency.IdempotentRequest;
import io.tical.server.idempotency.Principal;
import io.tical.server.session.Directory.Person;
import io.tical.server.session.Member;
import io.tical.server.transaction.Actor;
import java.util.function.Function;

/**
 * A request of a user that takes effect once. If the response is lost, the browser repeats the request with the same {@code
 * Idempotency-Key}, and receives the first response.
 *
 * @param livemode the environment of the object
 */
public record Intent(SessionCall<Member> call, boolean livemode) {
    /** @throws io.tical.server.problem.Problem.BadRequest {@code IDEMPOTENCY_KEY_REQUIRED} if the request has no key */
    public static Intent of(SessionCall<Member> call, boolean livemode) {
        call.requireIdempotencyKey();
        return new Intent(call, livemode);
    }

    public Actor author() {
        return Person.author(call);
    }

    /** @throws io.tical.server.problem.Problem.BadRequest {@code IDEMPOTENCY_KEY_INVALID} */
    public <R> IdempotentRequest<R> answered(Function<R, Answer> render) {
        return call.idempotent(this::key, render);
    }

    /**
     * The key belongs to the organization. It contains a space and the user, so it equals neither a key of an API client nor one of another
     * user.
     */
    private IdempotencyKey key(String sent) {
        var member = call.person();
        return new IdempotencyKey(
                new Principal(member.organizationId(), livemode), "user " + member.userId() + " " + sent);
    }
}
