package io.tical.server.merchant;

import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.input.JsonBody;
import io.tical.server.session.Directory.Person;
import io.tical.server.session.Member;
import java.util.List;

/** {@code /api/ip-allowlist}: the addresses from which the organization's API keys may be used. */
record AllowlistDashboardRoutes(Allowlist allowlist) {
    /** An IPv6 range in its longest form. */
    private static final int ENTRY_LENGTH_MAX = 64;

    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get(
                        "/api/ip-allowlist",
                        Member::mayRead,
                        call -> answer(call, allowlist.list(call.person().organizationId()))),
                SessionEndpoint.put("/api/ip-allowlist", Member::mayChange, this::replace),
                SessionEndpoint.post("/api/ip-allowlist/add", Member::mayChange, this::add),
                SessionEndpoint.post("/api/ip-allowlist/remove", Member::mayChange, this::remove));
    }

    /**
     * @param version of the list, for replacing it
     * @param yourAddress the source address of this request, which users often want to add
     */
    private record View(List<String> entries, String version, String yourAddress) {}

    private Answer replace(SessionCall<Member> call) {
        var body = call.json();
        var entries = entries(body);
        var seen = body.seenVersion();
        body.check();
        return answer(call, own(call).replace(call.person().organizationId(), entries, seen));
    }

    private Answer add(SessionCall<Member> call) {
        var body = call.json();
        var entries = entries(body);
        body.check();
        return answer(call, own(call).add(call.person().organizationId(), entries));
    }

    private Answer remove(SessionCall<Member> call) {
        var body = call.json();
        var entries = entries(body);
        body.check();
        return answer(call, own(call).remove(call.person().organizationId(), entries));
    }

    private static List<String> entries(JsonBody body) {
        return body.texts("entries", Allowlist.ENTRIES_MAX, ENTRY_LENGTH_MAX);
    }

    /** The use cases with this member as the author. */
    private Allowlist own(SessionCall<Member> call) {
        return allowlist.by(Person.author(call));
    }

    private static Answer answer(SessionCall<Member> call, List<String> entries) {
        return Answer.ok(new View(
                entries, Allowlist.version(entries), call.visit().source().getHostAddress()));
    }
}
