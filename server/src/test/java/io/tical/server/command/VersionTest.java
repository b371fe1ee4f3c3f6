package io.tical.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Version;
import io.tical.server.TestService;
import io.tical.server.docs.OpenApi;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The POM has the version, and everything else shows it. */
class VersionTest {
    @Test
    void itIsThatOfThePom() throws Exception {
        var pom = Files.readString(Path.of("../pom.xml"));
        var revision = Pattern.compile("<revision>(.+)</revision>").matcher(pom);
        assertThat(revision.find()).isTrue();
        assertThat(Version.TEXT).isEqualTo(revision.group(1)).matches("[0-9]+[.][0-9]+[.][0-9]+(-SNAPSHOT)?");
        assertThat(OpenApi.shipped().root().at("/info/version").asText()).isEqualTo(Version.TEXT);
    }

    @Test
    void theProgramSaysItOnTheCommandLine() {
        var said = new StringWriter();
        Main.commands().setOut(new PrintWriter(said, true)).execute("--version");
        assertThat(said.toString().strip()).isEqualTo("tical " + Version.TEXT);
    }

    @Test
    void theServiceSaysItToMonitorsMerchantsAndUsers() throws Exception {
        try (var service = TestService.start(Map.of(), TestService.Work.OFF)) {
            assertThat(service.merchant().get("/v1/me").word("service_version")).isEqualTo(Version.TEXT);
            try (var client = HttpClient.newHttpClient()) {
                var health = URI.create("http://127.0.0.1:" + service.adminPort() + "/observe/health");
                assertThat(client.send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString())
                                .body())
                        .contains("\"version\":\"" + Version.TEXT + "\"");
            }
        }
    }
}
