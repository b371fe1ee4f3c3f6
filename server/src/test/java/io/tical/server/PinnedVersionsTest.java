package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The parent POM tells the year of each pinned release, and why one that is older than a year stays. */
class PinnedVersionsTest {
    private static final Pattern LOOKED_UP =
            Pattern.compile("<!-- The newest releases were looked up in (\\d{4})-\\d{2}");
    /** A property or the version of a plugin, and the comment behind it. */
    private static final Pattern PIN = Pattern.compile(
            "(?m)^ *<(?<name>[a-z0-9-]+\\.version|version)>(?<version>\\d[^<$]*(?<!-SNAPSHOT))</.*?>(?<comment>.*)$");

    private static final Pattern YEAR = Pattern.compile(" <!-- (?<year>\\d{4})(?:: (?<reason>[^-]{10,}\\.))? -->");

    @Test
    void eachSaysItsYearAndAnOldOneSaysWhyItStays() throws IOException {
        var pom = Files.readString(Path.of("../pom.xml"));
        var lookedUp = LOOKED_UP.matcher(pom);
        assertThat(lookedUp.find()).isTrue();
        var pins = PIN.matcher(pom).results().toList();
        assertThat(pins).hasSizeGreaterThan(50);
        for (var pin : pins) {
            requireComment(pin, Integer.parseInt(lookedUp.group(1)));
        }
    }

    private static void requireComment(MatchResult pin, int lookedUp) {
        var name = pin.group("name") + " " + pin.group("version");
        var comment = YEAR.matcher(pin.group("comment"));
        assertThat(comment.matches()).as(name + " has the year of its release").isTrue();
        if (Integer.parseInt(comment.group("year")) < lookedUp) {
            assertThat(comment.group("reason")).as(name + " says why it stays").isNotNull();
        }
    }
}
