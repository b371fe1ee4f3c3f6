package io.tical.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.config.Settings.SettingInvalid;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
    private static final String KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

    @TempDir
    Path place;

    private Settings read(String... assignments) {
        var environment = new HashMap<String, String>();
        for (var assignment : assignments) {
            var equals = assignment.indexOf('=');
            environment.put(assignment.substring(0, equals), assignment.substring(equals + 1));
        }
        return Settings.read(environment, place);
    }

    @Test
    void withoutAnythingTheDefaultsHold() {
        var settings = read();

        assertThat(settings.home()).isEqualTo(Path.of(".tical"));
        assertThat(settings.whole(Setting.API_PORT)).isEqualTo(8080);
        assertThat(settings.whole(Setting.PAY_PORT)).isEqualTo(8081);
        assertThat(settings.whole(Setting.ADMIN_PORT)).isEqualTo(8082);
        assertThat(settings.text(Setting.BIND)).isEqualTo("0.0.0.0");
        assertThat(settings.text(Setting.ADMIN_BIND)).isEqualTo("127.0.0.1");
        assertThat(settings.textOrNull(Setting.DATABASE_URL)).isNull();
        assertThat(settings.whole(Setting.DATABASE_POOL)).isEqualTo(12);
        assertThat(settings.textOrNull(Setting.MASTER_KEY)).isNull();
        assertThat(settings.whole(Setting.RATE_LIMIT_TEST)).isEqualTo(25);
        assertThat(settings.whole(Setting.RATE_LIMIT_LIVE)).isEqualTo(100);
        assertThat(settings.whole(Setting.RATE_LIMIT_PAY)).isEqualTo(120);
        assertThat(settings.whole(Setting.RATE_LIMIT_VERIFY)).isEqualTo(5);
        assertThat(settings.duration(Setting.SANDBOX_DISPATCH_SECONDS)).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.on(Setting.PAYIN_REFUND_FEE)).isTrue();
        assertThat(settings.durations(Setting.RAIL_POLL_SECONDS))
                .containsExactly(Duration.ofMinutes(5), Duration.ofHours(1), Duration.ofDays(1));
        assertThat(settings.list(Setting.TRUSTED_PROXIES)).isEmpty();
        assertThat(settings.textOrNull(Setting.SLIP_DIRECTORY)).isNull();
        assertThat(settings.duration(Setting.IDEMPOTENCY_DAYS)).isEqualTo(Duration.ofDays(30));
        assertThat(settings.whole(Setting.COMMIT_QUEUES)).isEqualTo(2);
        assertThat(settings.duration(Setting.HEADS_MINUTES)).isEqualTo(Duration.ofMinutes(10));
        assertThat(settings).hasToString("");
    }

    @ParameterizedTest
    @EnumSource
    void everySettingSaysWhatItIsFor(Setting setting) {
        assertThat(setting.reason()).endsWith(".");
        assertThat(setting.unit()).isNotBlank();
        assertThat(setting.takes()).isNotBlank();
        assertThat(setting.checked(setting.initial())).isEqualTo(setting.initial());
        assertThat(Setting.ofVariable(setting.variable())).contains(setting);
    }

    @Test
    void aVariableWinsOverTheHomesFileAndThatOverTheWorkingDirectorys() throws IOException {
        Files.writeString(place.resolve("application.yaml"), "api-port: 1001\npay-port: 1002\nhome: house\n");

        assertThat(read().home()).isEqualTo(Path.of("house"));
        assertThat(read().whole(Setting.API_PORT)).isEqualTo(1001);

        Files.createDirectory(place.resolve("house"));
        Files.writeString(place.resolve("house/application.yaml"), "api-port: 2001\nrail-poll-seconds: [1, 2]\n");

        var settings = read("TICAL_ADMIN_PORT=3001");
        assertThat(settings.home()).isEqualTo(Path.of("house"));
        assertThat(List.of(
                        settings.whole(Setting.API_PORT),
                        settings.whole(Setting.PAY_PORT),
                        settings.whole(Setting.ADMIN_PORT)))
                .containsExactly(2001, 8081, 3001);
        assertThat(settings.durations(Setting.RAIL_POLL_SECONDS))
                .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
        assertThat(read("TICAL_API_PORT=0").whole(Setting.API_PORT)).isZero();
    }

    @Test
    void anEmptyVariableCountsAsUnset() {
        assertThat(read("TICAL_API_PORT=", "TICAL_HOME= ").whole(Setting.API_PORT))
                .isEqualTo(8080);
    }

    @Test
    void aValueIsTakenLiterally() throws IOException {
        Files.writeString(
                place.resolve("application.yaml"),
                "database-url: jdbc:postgresql://db:5432/tical\ndatabase-user: tical\ndatabase-password: 'p${x}\\$a'\n");

        var database = read().database(new byte[32]);
        assertThat(database.password()).isEqualTo("p${x}\\$a");
        assertThat(database.url()).isEqualTo("jdbc:postgresql://db:5432/tical");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TICAL_API_PORT=abc | TICAL_API_PORT takes a port from 0 to 65535, 0 for any free one, not \"abc\".",
                "TICAL_PAY_PORT=65536 | TICAL_PAY_PORT takes a port from 0 to 65535, 0 for any free one, not \"65536\".",
                "TICAL_ADMIN_PORT=-1 | TICAL_ADMIN_PORT takes a port from 0 to 65535, 0 for any free one, not \"-1\".",
                "TICAL_BIND=everywhere | TICAL_BIND takes an IP address of this machine, or localhost, not \"everywhere\".",
                "TICAL_DATABASE_POOL=2 | TICAL_DATABASE_POOL takes a whole number from 3 to 500, not \"2\".",
                "TICAL_DATABASE_URL=postgres://x/y | TICAL_DATABASE_URL takes jdbc:postgresql://host:port/name, not \"postgres://x/y\".",
                "TICAL_DATABASE_URL=jdbc:postgresql://x/y | TICAL_DATABASE_URL requires TICAL_DATABASE_USER, the owner of that database.",
                "TICAL_MASTER_KEY=c2hvcnQ= | TICAL_MASTER_KEY takes 32 bytes in base64.",
                "TICAL_RATE_LIMIT_TEST=1.5 | TICAL_RATE_LIMIT_TEST takes a whole number from 0 to 1000000, not \"1.5\".",
                "TICAL_SLIP_VERIFIER=slip2go | TICAL_SLIP_VERIFIER takes one of off, simulator, slipok, easyslip, easyslip2, scb, not \"slip2go\".",
                "TICAL_SLIP_VERIFIER=easyslip | TICAL_SLIP_VERIFIER=easyslip needs TICAL_SLIP_VERIFIER_KEY.",
                "TICAL_SLIP_VERIFIER=easyslip2 | TICAL_SLIP_VERIFIER=easyslip2 needs TICAL_SLIP_VERIFIER_KEY.",
                "TICAL_SLIP_VERIFIER=slipok | TICAL_SLIP_VERIFIER=slipok needs TICAL_SLIP_VERIFIER_KEY.",
                "TICAL_SLIP_VERIFIER=scb | TICAL_SLIP_VERIFIER=scb needs TICAL_SLIP_VERIFIER_URL.",
                "TICAL_SLIP_VERIFIER_BRANCH=../x | TICAL_SLIP_VERIFIER_BRANCH takes the digits of a branch number, not \"../x\".",
                "TICAL_HOLDER_LOOKUP=http | TICAL_HOLDER_LOOKUP=http needs TICAL_HOLDER_LOOKUP_URL.",
                "TICAL_HOLDER_LOOKUP_BODY={} | TICAL_HOLDER_LOOKUP_BODY takes a JSON object with {account} in it, not \"{}\".",
                "TICAL_HOLDER_LOOKUP_NAME=name | TICAL_HOLDER_LOOKUP_NAME takes JSON pointers such as /data/name, separated by commas, not \"name\".",
                "TICAL_CRYPTO_NETWORK=SOL | TICAL_CRYPTO_NETWORK takes one of TRC20, ERC20, BEP20, not \"SOL\".",
                "TICAL_TRC20_XPUB=xpub1 | TICAL_TRC20_XPUB takes an account's xpub: this is not an extended key; wallets show it as the account's xpub, 111 characters.",
                "TICAL_ERC20_XPUB=xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd | TICAL_ERC20_XPUB requires TICAL_ERC20_URL.",
                "TICAL_BEP20_URL=https://node.example/{key} | TICAL_BEP20_URL contains {key}, so it requires TICAL_BEP20_KEY with letters, digits and ._~- only.",
                "TICAL_TRC20_CONFIRMATIONS=0 | TICAL_TRC20_CONFIRMATIONS takes a whole number from 1 to 1000, not \"0\".",
                "TICAL_ERC20_CONTRACT=0x1 | TICAL_ERC20_CONTRACT takes the address of a contract on ERC20, not \"0x1\".",
                "TICAL_PAYIN_REFUND_FEE=yes | TICAL_PAYIN_REFUND_FEE takes on or off, not \"yes\".",
                "TICAL_RAIL_POLL_SECONDS=5,x | TICAL_RAIL_POLL_SECONDS takes 1 to 10 whole numbers from 1 to 604800, separated by commas, not \"5,x\".",
                "TICAL_RAIL_POLL_SECONDS=, | TICAL_RAIL_POLL_SECONDS takes 1 to 10 whole numbers from 1 to 604800, separated by commas, not \",\".",
                "TICAL_TRUSTED_PROXIES=10.0.0.0/33 | TICAL_TRUSTED_PROXIES takes IP addresses or CIDR ranges, separated by commas, not \"10.0.0.0/33\".",
                "TICAL_WEBHOOK_ALLOW=localhost | TICAL_WEBHOOK_ALLOW takes IP addresses or CIDR ranges, or none, separated by commas, not \"localhost\".",
                "TICAL_WEBHOOK_ALLOW=none,::1 | TICAL_WEBHOOK_ALLOW takes either none or addresses, not both.",
                "TICAL_IDEMPOTENCY_DAYS=0 | TICAL_IDEMPOTENCY_DAYS takes a whole number from 1 to 3650, not \"0\".",
                "TICAL_HEADS_MINUTES=0 | TICAL_HEADS_MINUTES takes a whole number from 1 to 1440, not \"0\".",
                "TICAL_HEADS_URL=http://heads.example | TICAL_HEADS_URL takes an https address, or an http address of this machine's loopback, without query and final slash, not \"http://heads.example\".",
                "TICAL_COMMIT_QUEUES=6 | TICAL_DATABASE_POOL must be larger than twice TICAL_COMMIT_QUEUES: every commit queue uses two connections."
            })
    void aBadValueIsOneSentenceThatSaysWhatIsTaken(String assignment, String sentence) {
        assertThatThrownBy(() -> read(assignment))
                .isInstanceOf(SettingInvalid.class)
                .hasMessage(sentence);
    }

    @Test
    void callbacksReachLoopbackWithTheEmbeddedDatabaseUnlessSomethingElseIsSaid() {
        assertThat(read().webhookAllow()).containsExactly("127.0.0.0/8", "::1");
        assertThat(read("TICAL_WEBHOOK_ALLOW=none").webhookAllow()).isEmpty();
        assertThat(read("TICAL_WEBHOOK_ALLOW=10.0.0.0/8, 127.0.0.1").webhookAllow())
                .containsExactly("10.0.0.0/8", "127.0.0.1");

        var external = new String[] {"TICAL_DATABASE_URL=jdbc:postgresql://db/tical", "TICAL_DATABASE_USER=tical"};
        assertThat(read(external).webhookAllow()).isEmpty();
        assertThat(read(external[0], external[1], "TICAL_WEBHOOK_ALLOW=10.1.2.3")
                        .webhookAllow())
                .containsExactly("10.1.2.3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://slips.example",
                "https://slips.example/",
                "https://slips.example/a?b=c",
                "https://user@slips.example",
                "ftp://slips.example",
                "https://slips.example/a b",
                "http://127.0.0.1.example"
            })
    void aKeyGoesToNoAddressInTheClear(String address) {
        assertThatThrownBy(() -> read("TICAL_SLIP_VERIFIER_URL=" + address))
                .isInstanceOf(SettingInvalid.class)
                .hasMessageContaining("https address");
        assertThatThrownBy(() -> read("TICAL_HOLDER_LOOKUP_URL=" + address)).isInstanceOf(SettingInvalid.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://slips.example",
                "https://slips.example:8443/partners/v1",
                "http://127.0.0.1:9000",
                "http://localhost/x",
                "http://[::1]:80"
            })
    void anAddressWithTlsOrOnThisMachineIsTaken(String address) {
        assertThat(read("TICAL_SLIP_VERIFIER_URL=" + address).text(Setting.SLIP_VERIFIER_URL))
                .isEqualTo(address);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://node.example", "https://node.example/?key={key}", "https://{key}.example"})
    void aNodeIsAskedAtNoAddressInTheClear(String address) {
        assertThatThrownBy(() -> read("TICAL_ERC20_URL=" + address, "TICAL_ERC20_KEY=abc"))
                .isInstanceOf(SettingInvalid.class)
                .hasMessageContaining("https address");
    }

    @Test
    void aNodesKeyMayStandInItsAddress() {
        assertThat(read("TICAL_ERC20_URL=https://node.example/v3/{key}", "TICAL_ERC20_KEY=abc")
                        .text(Setting.ERC20_URL))
                .isEqualTo("https://node.example/v3/{key}");
    }

    @Test
    void aPrivateKeyIsRefusedAndNotRepeated() {
        var xprv =
                "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi";
        assertThatThrownBy(() -> read("TICAL_TRC20_XPUB=" + xprv))
                .isInstanceOf(SettingInvalid.class)
                .hasMessageContaining("private key")
                .hasMessageNotContaining(xprv);
    }

    @Test
    void signsOfAnUnknownAccountAreStatusesAndFields() {
        assertThat(read("TICAL_HOLDER_LOOKUP_UNKNOWN=404, /code=1404,/data/error=NO")
                        .list(Setting.HOLDER_LOOKUP_UNKNOWN))
                .containsExactly("404", "/code=1404", "/data/error=NO");
        for (var sign : List.of("40", "/code", "/code=", "code=1", "=1")) {
            assertThatThrownBy(() -> read("TICAL_HOLDER_LOOKUP_UNKNOWN=" + sign))
                    .isInstanceOf(SettingInvalid.class);
        }
    }

    @Test
    void aFileThatIsNotYamlIsNamed() throws IOException {
        Files.writeString(place.resolve("application.yaml"), "api-port: [1\n");

        assertThatThrownBy(this::read).isInstanceOf(SettingInvalid.class).hasMessageContaining("application.yaml");
    }

    @Test
    void noSecretIsEverShown() {
        var settings = read(
                "TICAL_DATABASE_URL=jdbc:postgresql://db/tical?password=hunter2",
                "TICAL_DATABASE_USER=tical",
                "TICAL_DATABASE_PASSWORD=hunter2",
                "TICAL_SLIP_VERIFIER_KEY=hunter2",
                "TICAL_SLIP_VERIFIER_SECRET=hunter2",
                "TICAL_HOLDER_LOOKUP_TOKEN=hunter2",
                "TICAL_TRC20_KEY=hunter2",
                "TICAL_TRC20_XPUB=xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd",
                "TICAL_MASTER_KEY=" + KEY);

        assertThat(settings.textOrNull(Setting.MASTER_KEY)).isEqualTo(KEY);
        assertThat(settings.toString())
                .doesNotContain("hunter2", "xpub6", KEY)
                .contains("TICAL_DATABASE_URL=jdbc:postgresql://db/tical?…", "TICAL_MASTER_KEY=(set)");
        var sentences = new ArrayList<String>();
        for (var setting : List.of(
                "TICAL_MASTER_KEY=hunter2",
                "TICAL_SLIP_VERIFIER_KEY=hunter2 ก",
                "TICAL_SLIP_VERIFIER_SECRET=a\r\nhunter2",
                "TICAL_HOLDER_LOOKUP_TOKEN=hunter2 x",
                "TICAL_TRC20_XPUB=hunter2",
                "TICAL_ERC20_KEY=hunter2 x")) {
            assertThatThrownBy(() -> read(setting)).satisfies(error -> sentences.add(error.getMessage()));
        }
        assertThat(sentences).noneMatch(sentence -> sentence.contains("hunter2"));
    }
}
