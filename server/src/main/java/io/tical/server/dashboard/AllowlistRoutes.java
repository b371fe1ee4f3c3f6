package io.tical.server.dashboard;

import io.tical.server.http.Answer;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.merchant.Allowlist;
import io.tical.server.session.Directory.Person;
import io.tical.server.session.Member;
import java.util.List;

/** {@code /api/ip-allowlist}: the addresses from which the organization's API keys may be used. */
record AllowlistRoutes(Allowlist allowlist) {
    /** An IPv6 range in its longest form. */
    private static final int ENTRY_LENGTH_MAX = 64;

    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.get(
                        "/api/ip-allowlist",
                        Member::mayRead,
                        call -> answer(call, allowlist.list(call.person().organizationId()))),
                SessionEndpoint.put("/api/ip-allowlist", Member::mayChange, this::replace));
    }

    /** @param yourAddress the source address of this request, which users often want to add */
    private record View(List<String> entries, String yourAddress) {}

    private Answer replace(SessionCall<Member> call) {
        var body = call.json();
        var entries = body.texts("entries", Allowlist.ENTRIES_MAX, ENTRY_LENGTH_MAX);
        body.check();
        return answer(
                call, allowlist.by(Person.author(call)).replace(call.person().organizationId(), entries));
    }

    private static Answer answer(SessionCall<Member> call, List<String> entries) {
        return Answer.ok(new View(entries, call.visit().source().getHostAddress()));
    }
}
