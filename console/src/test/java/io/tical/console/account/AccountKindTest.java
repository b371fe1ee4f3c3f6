package io.tical.console.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.common.admin.BankAccounts;
import io.tical.common.admin.OperatorSession;
import io.tical.console.Forgetful;
import io.tical.console.api.AdminApi;
import io.tical.console.text.Formats;
import io.tical.console.text.Language;
import io.tical.console.text.Texts;
import io.tical.console.work.Tasks;
import io.tical.console.work.Workspace;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AccountKindTest {
    private static final long NOW = 1_795_500_000;
    private static final long DAY = 86_400;

    private static String age(@Nullable Long requestedAt) {
        var texts = new Texts(Language.ENGLISH);
        var clock = Clock.fixed(Instant.ofEpochSecond(NOW), ZoneOffset.UTC);
        var workspace = new Workspace(
                new AdminApi(URI.create("http://127.0.0.1"), clock),
                new OperatorSession(Ids.next(), null, "finance", "finance", Set.of(), "password", false, 0, ""),
                new Tasks(Runnable::run, Runnable::run),
                texts,
                new Formats(texts, Map.of(), ZoneOffset.UTC),
                clock,
                new Forgetful(),
                (_, _) -> null,
                true);
        var account = new BankAccounts.Row(
                Ids.next(),
                Ids.next(),
                "Shop",
                true,
                "pending",
                null,
                null,
                "KBANK",
                "1234567890",
                "Somchai Jaidee",
                "THB",
                null,
                null,
                NOW - 9 * DAY,
                NOW - 9 * DAY,
                requestedAt,
                null,
                null,
                null,
                null);
        return new AccountKind(workspace, "customers", "/admin/v1/customers", "customer", List.of("pending"))
                .columns()
                .getFirst()
                .value()
                .apply(account);
    }

    @Test
    void anAccountWaitsSinceItsVerificationWasAskedFor() {
        assertThat(age(NOW - 120)).isEqualTo("2 min");
    }

    @Test
    void anAccountOfAnOrganizationWaitsSinceItWasAdded() {
        assertThat(age(null)).isEqualTo("9 d");
    }
}
