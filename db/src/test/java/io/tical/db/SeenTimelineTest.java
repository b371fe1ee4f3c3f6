package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.db.SeenTimeline.Older;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which databases a node accepts after those that it has seen. */
class SeenTimelineTest {
    @TempDir
    private Path home;

    private static DatabaseIdentity identity(long system, long timeline) {
        return new DatabaseIdentity(system, timeline);
    }

    @Test
    void aNewerTimelineAndAnotherSystemAreAcceptedAndAnOlderTimelineIsNot() throws Older {
        record Row(long system, long timeline, String expected) {}
        for (var row : new Row[] {
            new Row(7, 1, "first"),
            new Row(7, 1, "same"),
            new Row(7, 3, "changed"),
            new Row(7, 2, "older"),
            new Row(0, 0, "same"),
            new Row(8, 1, "changed"),
            new Row(7, 2, "older"),
            new Row(7, 3, "changed"),
            new Row(8, 1, "changed"),
            new Row(8, 2, "changed"),
            new Row(8, 1, "older")
        }) {
            // Each is a start of the node, which has the file alone.
            var seen = SeenTimeline.in(node());
            var changes = new ArrayList<DatabaseIdentity>();
            seen.listen((before, now) -> changes.add(now));
            var identity = identity(row.system(), row.timeline());
            switch (row.expected()) {
                case "first" -> {
                    assertThat(seen.accept(identity)).isFalse();
                    assertThat(changes).containsExactly(identity);
                }
                case "same" -> {
                    assertThat(seen.accept(identity)).isFalse();
                    assertThat(changes).isEmpty();
                }
                case "changed" -> {
                    assertThat(seen.accept(identity)).isTrue();
                    assertThat(changes).containsExactly(identity);
                    assertThat(seen.present()).isEqualTo(identity);
                }
                default -> {
                    assertThatThrownBy(() -> seen.accept(identity))
                            .isInstanceOf(Older.class)
                            .hasMessageContaining("timeline " + row.timeline())
                            .hasMessageContaining(SeenTimeline.FILE);
                    assertThat(changes).isEmpty();
                }
            }
        }
    }

    @Test
    void whoListensLaterIsToldOfWhatChangedSinceTheNodeWasLastUsed() throws Older {
        SeenTimeline.in(node()).accept(identity(7, 1));
        var seen = SeenTimeline.in(node());
        seen.accept(identity(7, 2));
        var told = new ArrayList<String>();
        seen.listen((before, now) -> told.add(before + " -> " + now));
        assertThat(told).containsExactly("system 7, timeline 1 -> system 7, timeline 2");
    }

    @Test
    void aListenerThatRefusesKeepsTheDatabaseFromBeingUsedAndNoted() throws Older {
        var seen = SeenTimeline.in(node());
        seen.accept(identity(7, 1));
        seen.listen((before, now) -> {
            if (now.timeline() > 1) {
                throw new IllegalStateException("not this one");
            }
        });
        assertThatThrownBy(() -> seen.accept(identity(7, 2))).hasMessage("not this one");
        assertThat(seen.present()).isEqualTo(identity(7, 1));
        assertThat(SeenTimeline.in(node()).present()).isEqualTo(identity(7, 1));
    }

    @Test
    void aNodeThatLostItsHomeIsToldByTheFolderOfItsLog() throws Older, IOException {
        var log = Files.createDirectory(home.resolve("log"));
        var gone = home.resolve("not mounted");
        var first = node(home.resolve("first"), log, gone);
        SeenTimeline.in(first).accept(identity(7, 1));
        SeenTimeline.in(first).accept(identity(8, 1));
        SeenTimeline.in(first).accept(identity(7, 2));
        assertThat(gone).doesNotExist();

        var next = SeenTimeline.in(node(home.resolve("next"), log, gone));
        assertThat(next.present()).isEqualTo(identity(7, 2));
        assertThatThrownBy(() -> next.accept(identity(7, 1)))
                .isInstanceOf(Older.class)
                .hasMessageContaining(log.resolve(SeenTimeline.FILE).toString())
                .hasMessageContaining(
                        home.resolve("next").resolve(SeenTimeline.FILE).toString());
    }

    /** What the folder of the log has missed counts no more than what the home has. */
    @Test
    void theLastDatabaseIsThatOfTheHome() throws Older, IOException {
        var log = Files.createDirectory(home.resolve("log"));
        SeenTimeline.in(node(home.resolve("home"), log)).accept(identity(7, 1));
        SeenTimeline.in(node(home.resolve("home"), log)).accept(identity(8, 1));
        SeenTimeline.in(node(home.resolve("home"))).accept(identity(7, 1));
        assertThat(SeenTimeline.in(node(home.resolve("home"), log)).present()).isEqualTo(identity(7, 1));
    }

    private DatabaseSettings node() {
        return node(home);
    }

    private static DatabaseSettings node(Path home, Path... copies) {
        return new DatabaseSettings(home, null, null, null, new byte[0], 1, List.of(copies));
    }

    @Test
    void anotherProcessOfTheHomeIsHeeded() throws Older {
        var node = SeenTimeline.in(node());
        node.accept(identity(7, 1));
        SeenTimeline.in(node()).accept(identity(7, 5));
        assertThatThrownBy(() -> node.accept(identity(7, 4))).isInstanceOf(Older.class);
    }

    @Test
    void aLookWritesNothing() throws Older, IOException {
        SeenTimeline.readOnly(node()).accept(identity(7, 1));
        assertThat(home).isEmptyDirectory();
        SeenTimeline.in(node()).accept(identity(7, 2));
        assertThat(Files.readAllLines(home.resolve(SeenTimeline.FILE))).isEqualTo(List.of("7 2"));
        assertThatThrownBy(() -> SeenTimeline.readOnly(node()).accept(identity(7, 1)))
                .isInstanceOf(Older.class);
    }
}
