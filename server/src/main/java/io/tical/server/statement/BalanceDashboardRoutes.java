package io.tical.server.statement;

import static io.tical.server.member.Sheet.money;
import static io.tical.server.member.Sheet.text;
import static io.tical.server.member.Sheet.time;

import io.tical.server.http.Answer;
import io.tical.server.http.Content;
import io.tical.server.http.SessionCall;
import io.tical.server.http.SessionEndpoint;
import io.tical.server.ledger.BalanceItem;
import io.tical.server.ledger.Balances;
import io.tical.server.member.Environment;
import io.tical.server.member.Lists;
import io.tical.server.member.Sheet;
import io.tical.server.session.Member;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code /api/balances} and {@code /api/statements}: the organization's balances and their movements. */
record BalanceDashboardRoutes(Balances balances, StatementRoutes statements, Lists lists) {
    private static final Sheet SHEET = Sheet.of(
            text("currency"),
            text("environment"),
            money("available"),
            money("held"),
            money("in_transit"),
            money("total"),
            time("updated_at"));

    /** A line of the file. */
    private record Line(
            String currency,
            String environment,
            long available,
            long held,
            long inTransit,
            long total,
            @Nullable Long updatedAt) {
        static Line of(BalanceItem item) {
            return new Line(
                    item.currency(),
                    Environment.word(item.livemode()),
                    item.available(),
                    item.held(),
                    item.inTransit(),
                    item.total(),
                    item.updatedAt());
        }
    }

    List<SessionEndpoint<Member>> endpoints() {
        return List.of(
                SessionEndpoint.<Member>get("/api/balances", Member::mayRead, call -> Answer.ok(items(call)))
                        .taking(Environment.NAME),
                SessionEndpoint.get("/api/balances.csv", Member::mayRead, this::file)
                        .taking(Environment.NAME),
                SessionEndpoint.<Member>get(
                                "/api/statements",
                                Member::mayRead,
                                call -> statements.statement(
                                        call.person().organizationId(), Environment.one(call.query()), call.query()))
                        .taking("environment", "currency", "from", "to", "format"));
    }

    private List<BalanceItem> items(SessionCall<Member> call) {
        return Environment.each(call.query()).stream()
                .flatMap(livemode -> balances.now(call.person().organizationId(), livemode).stream())
                .toList();
    }

    private Content file(SessionCall<Member> call) {
        var environment = call.query().livemode().map(Environment::word).orElse("both");
        var lines = lists.in(SHEET, call).<BalanceItem>after(Line::of);
        return lists.file(
                call, "balances", environment, List.of(lines.first(items(call))).iterator());
    }
}
