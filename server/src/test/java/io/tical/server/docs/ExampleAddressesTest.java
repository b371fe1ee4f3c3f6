package io.tical.server.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Addresses in what people read are of nobody: whoever copies an example reaches, and pays, no stranger. */
class ExampleAddressesTest {
    private static final List<Path> READ = List.of(
            Path.of("../README.md"),
            Path.of("../docs"),
            Path.of("../console/src/main/resources"),
            Path.of("src/main/resources"),
            Path.of("src/main/java/io/tical/server/config"));

    private static final Pattern TEXT = Pattern.compile(".*\\.(md|yaml|js|html|json|properties|java)");
    private static final Pattern IPV4 = Pattern.compile("(?<![0-9.])[0-9]{1,3}(\\.[0-9]{1,3}){3}(?![0-9.]*[0-9])");
    private static final Pattern HOST = Pattern.compile("https?://([A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9])");
    private static final Pattern WALLET = Pattern.compile("\\b(T[1-9A-HJ-NP-Za-km-z]{33}|0x[0-9a-fA-F]{40})\\b");

    /** This machine, and the blocks of RFC 5737. */
    private static final Pattern NOBODYS_IPV4 =
            Pattern.compile("(127|0)\\..*|192\\.0\\.2\\..*|198\\.51\\.100\\..*|203\\.0\\.113\\..*");

    /** The own network of whoever runs the service, where the text is about that. */
    private static final String OWN_NETWORK = "TICAL_WEBHOOK_ALLOW=";

    /** This machine, the names of RFC 2606, and sites that are meant. */
    private static final Pattern HOSTS =
            Pattern.compile("127\\.0\\.0\\.1|localhost|.*\\.example|(.*\\.)?example\\.(com|net|org)"
                    + "|www\\.w3\\.org|openapi-ts\\.dev|openapi-generator\\.tech|www\\.standardwebhooks\\.com|api\\.trongrid\\.io"
                    + "|api\\.xendit\\.co|keepachangelog\\.com|github\\.com|www\\.apache\\.org");

    /** The contracts of USDT. */
    private static final List<String> CONTRACTS = List.of(
            "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
            "0xdAC17F958D2ee523a2206206994597C13D831ec7",
            "0x55d398326f99059fF775485246999027B3197955");

    @Test
    void theyAreDocumentationAddresses() throws IOException {
        var strange = new TreeSet<String>();
        var files = 0;
        for (var root : READ) {
            try (Stream<Path> found = Files.walk(root)) {
                for (var file : found.filter(
                                path -> TEXT.matcher(path.toString()).matches())
                        .toList()) {
                    files++;
                    for (var line : Files.readString(file, UTF_8).lines().toList()) {
                        IPV4.matcher(line)
                                .results()
                                .map(match -> match.group())
                                .filter(one -> !NOBODYS_IPV4.matcher(one).matches() && !line.contains(OWN_NETWORK))
                                .forEach(one -> strange.add(file + ": " + one));
                        HOST.matcher(line)
                                .results()
                                .map(match -> match.group(1))
                                .filter(one -> !HOSTS.matcher(one).matches())
                                .forEach(one -> strange.add(file + ": " + one));
                        WALLET.matcher(line)
                                .results()
                                .map(match -> match.group(1))
                                .filter(one -> !CONTRACTS.contains(one))
                                .forEach(one -> strange.add(file + ": " + one));
                    }
                }
            }
        }
        assertThat(files).isGreaterThan(100);
        assertThat(strange).isEmpty();
    }
}
