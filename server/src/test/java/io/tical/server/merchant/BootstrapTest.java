package io.tical.server.merchant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.Json;
import io.tical.db.DatabaseSettings;
import io.tical.db.TestDatabase;
import io.tical.server.access.Scope;
import io.tical.server.merchant.Bootstrap.Addresses;
import io.tical.server.session.Member;
import io.tical.server.webhook.CallbackEndpoint.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BootstrapTest {
    private static final Addresses ADDRESSES =
            new Addresses("http://127.0.0.1:8080", "http://127.0.0.1:8081", "http://127.0.0.1:8082");

    @TempDir
    private Path home;

    private DatabaseSettings settings;

    @BeforeEach
    void newDatabase() {
        settings = TestDatabase.settings();
    }

    @Test
    void theFirstStartMakesADemoOrganizationThatCanBeUsedAtOnce() throws IOException {
        try (var node = MerchantNode.open(settings)) {
            var file = node.bootstrap().run(home, ADDRESSES);
            assertThat(file).contains(home.resolve("credentials.json"));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.get())))
                    .isEqualTo("rw-------");
            var told = credentials();
            assertThat(told.properties())
                    .extracting(java.util.Map.Entry::getKey)
                    .containsExactly(
                            "api_url",
                            "pay_url",
                            "admin_url",
                            "organization_id",
                            "organization_code",
                            "test_key",
                            "live_key",
                            "payin_webhook_secret",
                            "payout_webhook_secret",
                            "dashboard",
                            "operators");
            assertThat(told.get("api_url").textValue()).isEqualTo(ADDRESSES.api());
            var id = UUID.fromString(told.get("organization_id").textValue());
            var organization = node.organizations().read(id);
            assertThat(organization.name()).isEqualTo("Demo Store");
            assertThat(organization.code())
                    .isEqualTo(told.get("organization_code").textValue());
            assertThat(organization.defaultCurrency()).isEqualTo("THB");

            for (var livemode : new boolean[] {false, true}) {
                var credential = node.keyring()
                        .find(told.get(livemode ? "live_key" : "test_key").textValue());
                assertThat(credential).isNotNull();
                assertThat(credential.caller().livemode()).isEqualTo(livemode);
                assertThat(credential.caller().organizationId()).isEqualTo(id);
                assertThat(credential.caller().scopes()).isEqualTo(EnumSet.allOf(Scope.class));
                assertThat(credential.allowed().test(InetAddress.getByName("127.9.9.9")))
                        .isTrue();
                assertThat(credential.allowed().test(InetAddress.getByName("::1")))
                        .isTrue();
                assertThat(credential.allowed().test(InetAddress.getByName("10.0.0.1")))
                        .isFalse();
            }
            assertThat(node.signingSecret(id, Kind.PAYIN))
                    .isEqualTo(told.get("payin_webhook_secret").textValue())
                    .startsWith("whsec_");
            assertThat(node.signingSecret(id, Kind.PAYOUT))
                    .isEqualTo(told.get("payout_webhook_secret").textValue())
                    .isNotEqualTo(told.get("payin_webhook_secret").textValue());
            var dashboard = told.get("dashboard");
            assertThat(dashboard.get("username").textValue()).isEqualTo("demo");
            assertThat(node.signedIn("demo", dashboard.get("password").textValue()))
                    .hasValueSatisfying(user -> assertThat(user.role()).isEqualTo(Member.Role.OWNER));
            assertThat(told.get("operators")).hasSize(4);
            for (var operator : told.get("operators")) {
                assertThat(node.operatorSignedIn(
                                operator.get("username").textValue(),
                                operator.get("password").textValue()))
                        .hasValueSatisfying(known -> assertThat(known.role().word())
                                .isEqualTo(operator.get("role").textValue()));
            }
        }
    }

    @Test
    void aLaterStartMakesNothingAndLeavesTheFile() throws IOException {
        try (var node = MerchantNode.open(settings)) {
            node.bootstrap().run(home, ADDRESSES);
            var before = Files.readString(home.resolve("credentials.json"));
            assertThat(node.bootstrap().run(home, ADDRESSES)).isEmpty();
            assertThat(Files.readString(home.resolve("credentials.json"))).isEqualTo(before);
        }
    }

    @Test
    void nodesThatStartTogetherMakeOneOrganizationAndOneFile() throws Exception {
        try (var one = MerchantNode.open(settings);
                var two = MerchantNode.open(settings);
                var executor = Executors.newFixedThreadPool(6)) {
            var starts = executor.invokeAll(IntStream.range(0, 6)
                    .mapToObj(i -> (Callable<Optional<Path>>)
                            () -> (i % 2 == 0 ? one : two).bootstrap().run(home.resolve("node" + i / 2), ADDRESSES))
                    .toList());
            var written = 0;
            for (var start : starts) {
                written += start.get().isPresent() ? 1 : 0;
            }
            assertThat(written).isEqualTo(1);
            assertThat(organizations(one)).isEqualTo(1);
            try (var files = Files.walk(home)) {
                assertThat(files.filter(Files::isRegularFile)
                                .map(path -> path.getFileName().toString()))
                        .containsExactly("credentials.json");
            }
        }
    }

    @Test
    void aStartThatDiedAfterTheCommitIsCompletedByTheNext() throws IOException {
        try (var node = MerchantNode.open(settings)) {
            node.bootstrap().run(home, ADDRESSES);
            Files.move(home.resolve("credentials.json"), home.resolve("credentials.json.prepared"));
            assertThat(node.bootstrap().run(home, ADDRESSES)).contains(home.resolve("credentials.json"));
            assertThat(node.keyring().find(credentials().get("test_key").textValue()))
                    .isNotNull();
            assertThat(home.resolve("credentials.json.prepared")).doesNotExist();
        }
    }

    @Test
    void aStartThatDiedBeforeTheCommitIsForgotten() throws IOException {
        var other = TestDatabase.settings();
        try (var node = MerchantNode.open(settings);
                var elsewhere = MerchantNode.open(other)) {
            // What the dead start prepared tells of an organization that this database never had.
            elsewhere.bootstrap().run(home, ADDRESSES);
            Files.move(home.resolve("credentials.json"), home.resolve("credentials.json.prepared"));
            assertThat(node.bootstrap().run(home, ADDRESSES)).isPresent();
            assertThat(node.keyring().find(credentials().get("test_key").textValue()))
                    .isNotNull();
            assertThat(home.resolve("credentials.json.prepared")).doesNotExist();

            Files.writeString(home.resolve("credentials.json.prepared"), "{\"api_url\": \"ht");
            assertThat(node.bootstrap().run(home, ADDRESSES)).isEmpty();
            assertThat(home.resolve("credentials.json.prepared")).doesNotExist();
            assertThat(node.keyring().find(credentials().get("test_key").textValue()))
                    .isNotNull();
        }
    }

    private JsonNode credentials() throws IOException {
        return Json.mapper().readTree(home.resolve("credentials.json").toFile());
    }

    private static long organizations(MerchantNode node) {
        return node.database()
                .run(session ->
                        session.sql("SELECT count(*) AS n FROM organization").one(row -> row.number("n")));
    }
}
