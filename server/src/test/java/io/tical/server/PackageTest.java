package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tical.common.Version;
import io.tical.db.TestDatabase;
import io.tical.server.bench.ServiceProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ./tical package server} makes. Runs after the service's jars are complete. */
class PackageTest {
    private static final Path APP = Path.of("target/app").toAbsolutePath();
    private static final Pattern PACKAGE = Pattern.compile("io/tical/server/(\\w+)/\\w+\\.class");

    private static Path make(Path folder) throws Exception {
        var launcher = Path.of("..", "tical").toAbsolutePath().normalize().toString();
        var builder = new ProcessBuilder(launcher, "package", "server", "--app=" + APP, "--to=" + folder, "--unpacked")
                .redirectErrorStream(true);
        builder.environment().put("TICAL_JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("TICAL_AOT_CACHE", "no");
        var process = builder.start();
        process.getOutputStream().close();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return Path.of(text.lines().reduce("", (_, line) -> line));
    }

    /** All files of a folder with what an archive of them contains. */
    private static Map<String, String> files(Path folder) throws IOException {
        var all = new TreeMap<String, String>();
        try (var paths = Files.walk(folder)) {
            for (var path : paths.toList()) {
                var told = Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS) + " "
                        + PosixFilePermissions.toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    var sum = new CRC32();
                    sum.update(Files.readAllBytes(path));
                    told += " " + Files.size(path) + " " + Long.toHexString(sum.getValue());
                }
                all.put(folder.relativize(path).toString(), told);
            }
        }
        return all;
    }

    /** The packages below that of the server, of which a jar has classes. */
    private static Set<String> packages(Path jar) throws IOException {
        try (var zip = new ZipFile(jar.toFile())) {
            return zip.stream()
                    .map(entry -> PACKAGE.matcher(entry.getName()))
                    .filter(Matcher::lookingAt)
                    .map(found -> found.group(1))
                    .collect(Collectors.toSet());
        }
    }

    private static String answer(Path place, String... words) throws Exception {
        var process = new ProcessBuilder(
                        Stream.concat(Stream.of(place.resolve("tical").toString()), Stream.of(words))
                                .toList())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(text).isZero();
        return text;
    }

    @Test
    void aPackageIsTheSameWheneverItIsMadeAndServesWithoutAnInstalledJava(@TempDir Path folder) throws Exception {
        assumeTrue(
                Files.isExecutable(Path.of(System.getProperty("java.home"), "bin/jlink")),
                "Skipped: this JDK has no jlink.");
        assumeTrue(Files.isDirectory(APP), "Skipped: the service is not packaged yet.");
        var theirs = Files.createDirectories(folder.resolve("one")).resolve("theirs");
        Files.writeString(theirs, "a file of somebody");
        var place = make(folder.resolve("one"));
        assertThat(theirs).hasContent("a file of somebody");
        var again = make(folder.resolve("two"));
        var files = files(place);
        assertThat(files(again)).isEqualTo(files);
        assertThat(files.keySet())
                .contains("LICENSE", "tical.service", "tical.env", "operating.md", "runtime/bin/java")
                .anyMatch(file -> file.startsWith("runtime/legal/java.base"))
                .anyMatch(file -> file.startsWith("licences/caffeine"))
                .noneMatch(file -> file.contains("junit") || file.contains("playwright"));
        assertThat(packages(place.resolve("app/tical-server-" + Version.TEXT + ".jar")))
                .contains("node", "payout")
                .doesNotContain("bench", "demo", "build");
        assertThat(packages(place.resolve("app/tical-server-" + Version.TEXT + "-tools.jar")))
                .containsExactlyInAnyOrder("bench", "demo");
        assertThat(answer(place, "bench", "--help")).startsWith("Usage: tical bench");
        assertThat(answer(place, "demo", "--help")).startsWith("Usage: tical demo");

        var home = TestDatabase.temporaryFolder("tical-package-");
        try {
            TestDatabase.lendPrograms(home.resolve("postgres"));
            // The launcher of a package takes no other Java than its own.
            var settings = Map.of(
                    "JAVA_HOME", "/none", "TICAL_JAVA_HOME", "/none", "TICAL_JAVA_OPTS", "-XX:TieredStopAtLevel=1");
            var command = List.of(place.resolve("tical").toString(), "serve");
            try (var service = ServiceProcess.start(home, settings, command)) {
                var merchant = new Merchant(
                        service.port(),
                        service.credential("test_key"),
                        UUID.fromString(service.credential("organization_id")));
                assertThat(merchant.get("/v1/me").expect(200).word("service_version"))
                        .isEqualTo(Version.TEXT);
                var process = service.process().info();
                assertThat(process.command().map(Path::of))
                        .hasValue(place.resolve("runtime/bin/java").toRealPath());
                assertThat(process.arguments().orElseThrow()).noneMatch(argument -> argument.contains("tools"));
            }
        } finally {
            TestDatabase.deleteTree(home);
        }
    }
}
