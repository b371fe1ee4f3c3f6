package io.tical.server.outward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.common.Ids;
import io.tical.db.Session;
import io.tical.db.TestDatabase;
import io.tical.server.TestService;
import io.tical.server.key.TransactionKey;
import io.tical.server.transaction.EventType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was flushed is read again, whatever happens to the process and the files; what was altered is refused. */
class OutwardLogTest {
    private static final byte[] KEY = new byte[32];

    @TempDir
    Path home;

    private final UUID id = Ids.next();

    private OutwardLog open(Path... places) throws IOException {
        return Objects.requireNonNull(OutwardLog.open(id, places.length == 0 ? List.of(home) : List.of(places), KEY));
    }

    private static Departure departure(int number) {
        return new Departure(
                Departure.Kind.SENT,
                EventType.Subject.PAYOUT,
                new TransactionKey(Ids.next(), true, Ids.next()),
                Ids.next(),
                1,
                number,
                "THB",
                "manual",
                number % 2 == 0 ? null : "reference ก " + number,
                new byte[Departure.DESTINATION_BYTES],
                TestService.CLOCK.instant());
    }

    private static List<Departure> read(OutwardLog log, LogEnd after) throws IOException {
        var read = new ArrayList<Departure>();
        log.read(after, log.end(), (departure, _) -> read.add(departure));
        return read;
    }

    private List<Departure> written(int count) throws IOException {
        var departures =
                IntStream.range(0, count).mapToObj(OutwardLogTest::departure).toList();
        try (var log = open()) {
            for (var one : departures) {
                log.append(List.of(one));
            }
        }
        return departures;
    }

    private List<Path> files() throws IOException {
        return files(home);
    }

    private List<Path> files(Path place) throws IOException {
        try (var files = Files.list(place.resolve(id.toString()))) {
            return files.filter(Segment::isNamed).sorted().toList();
        }
    }

    @Test
    void whatWasWrittenIsReadInOrderFromAnyPlace() throws IOException {
        var first = written(3);
        try (var log = open()) {
            var three = log.end();
            var more = List.of(departure(3), departure(4));
            log.append(more);
            assertThat(three.records()).isEqualTo(3);
            assertThat(read(log, three)).isEqualTo(more);
            assertThat(read(log, LogEnd.NOTHING)).hasSize(5).startsWith(first.toArray(Departure[]::new));
        }
    }

    @Test
    void oneProcessWritesToALog() throws IOException {
        try (var _ = open()) {
            assertThat(OutwardLog.open(id, List.of(home), KEY)).isNull();
        }
    }

    /** The process died while it wrote: each number of bytes of the last record that may have reached the disk. */
    @Test
    void aTornLastRecordIsCut() throws IOException {
        var departures = written(2);
        var file = files().getFirst();
        var whole = Files.readAllBytes(file);
        var last = departures.getLast().encoded().length + Short.BYTES + LogChain.MAC_BYTES;
        for (int missing = 1; missing <= last; missing++) {
            try (var channel = FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
                channel.write(ByteBuffer.wrap(whole, 0, whole.length - missing));
            }
            try (var log = open()) {
                assertThat(read(log, LogEnd.NOTHING)).isEqualTo(departures.subList(0, 1));
            }
        }
        try (var log = open()) {
            log.append(List.of(departures.getLast()));
            assertThat(read(log, LogEnd.NOTHING)).isEqualTo(departures);
        }
    }

    @Test
    void aBeginningThatWasNotWrittenWholeIsNoFile() throws IOException {
        written(2);
        var begun = files().getFirst().resolveSibling("0000000000000000002.log");
        Files.write(begun, new byte[Segment.HEADER_BYTES - 1]);
        try (var log = open()) {
            log.append(List.of(departure(2)));
            assertThat(read(log, LogEnd.NOTHING)).hasSize(3);
        }
    }

    @Test
    void anAlteredRecordIsRefused() throws IOException {
        written(3);
        try (var log = open()) {
            log.append(List.of(departure(3)));
        }
        var file = files().getFirst();
        var bytes = Files.readAllBytes(file);
        bytes[Segment.HEADER_BYTES + 60] ^= 1;
        Files.write(file, bytes);
        try (var log = open()) {
            assertThatThrownBy(() -> read(log, LogEnd.NOTHING))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("records 1 to 3");
        }
    }

    /** Each bit of a record that was flushed before others: in the only copy, and in the last file. */
    @Test
    void anAlteredRecordIsNotTakenForOneThatWasNotWrittenWhole() throws IOException {
        written(3);
        var file = files().getFirst();
        var whole = Files.readAllBytes(file);
        var last = departure(2).encoded().length + Short.BYTES + LogChain.MAC_BYTES;
        for (int at = Segment.HEADER_BYTES; at < whole.length - last; at++) {
            var bytes = whole.clone();
            bytes[at] ^= 1;
            Files.write(file, bytes);
            assertThatThrownBy(this::open).isInstanceOf(IOException.class).hasMessageContaining("altered");
        }
        Files.write(file, whole);
        try (var log = open()) {
            assertThat(read(log, LogEnd.NOTHING)).hasSize(3);
        }
    }

    /** The machine died while records of one flush were written: those after the first may have reached the disk. */
    @Test
    void aGroupThatWasNotWrittenWholeIsCut() throws IOException {
        var before = written(2);
        try (var log = open()) {
            log.append(List.of(departure(2), departure(3), departure(4)));
        }
        var file = files().getLast();
        var bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, Segment.HEADER_BYTES + 10, Segment.HEADER_BYTES + 40, (byte) 0);
        Files.write(file, bytes);
        try (var log = open()) {
            assertThat(read(log, LogEnd.NOTHING)).isEqualTo(before);
        }
    }

    /** Somebody put an older copy of the folder back. */
    @Test
    void aLogThatEndsBeforeWhatTheDatabaseKnowsIsRefused() throws IOException {
        written(2);
        var older = Files.readAllBytes(files().getFirst());
        LogEnd known;
        try (var log = open()) {
            log.append(List.of(departure(2)));
            known = log.end();
        }
        Files.delete(files().getLast());
        Files.write(files().getFirst(), older);
        try (var log = open()) {
            assertThatThrownBy(() -> read(log, known)).hasMessageContaining("ends at record 2");
            log.append(List.of(departure(3)));
            log.append(List.of(departure(4)));
            assertThatThrownBy(() -> read(log, known)).hasMessageContaining("not the one");
        }
    }

    @Test
    void whatIsKnownOfOtherLogsIsKeptBesideIt(@TempDir Path other) throws IOException {
        var known = Map.of(Ids.next(), TestService.CLOCK.instant(), Ids.next(), Instant.parse("2026-01-02T03:04:05Z"));
        try (var log = open(home, other)) {
            assertThat(log.remembered()).isEmpty();
            log.remember(Map.of(Ids.next(), TestService.CLOCK.instant()));
            log.remember(known);
        }
        var file = other.resolve(id.toString()).resolve("logs");
        Files.delete(home.resolve(id.toString()).resolve("logs"));
        try (var log = open(home, other)) {
            assertThat(log.remembered()).isEqualTo(known);
        }
        Files.writeString(file, Files.readString(file).replace("2026-01-02", "2026-01-01"));
        assertThatThrownBy(() -> open(home, other)).hasMessageContaining("altered");
        Files.writeString(file, "");
        assertThatThrownBy(() -> open(home, other)).hasMessageContaining("altered");
    }

    @Test
    void anotherKeyIsRefused() throws IOException {
        written(1);
        assertThatThrownBy(() -> OutwardLog.open(id, List.of(home), new byte[] {1}))
                .hasMessageContaining("master key");
    }

    @Test
    void bothFoldersHaveEverythingAndEachIsEnough(@TempDir Path other) throws IOException {
        var departures = List.of(departure(0), departure(1));
        try (var log = open(home, other)) {
            log.append(departures);
        }
        assertThat(Files.mismatch(files(home).getFirst(), files(other).getFirst()))
                .isEqualTo(-1);
        TestDatabase.deleteTree(home.resolve(id.toString()));
        try (var log = open(home, other)) {
            assertThat(read(log, LogEnd.NOTHING)).isEqualTo(departures);
        }
        try (var log = open(home)) {
            assertThat(read(log, LogEnd.NOTHING)).isEqualTo(departures);
        }
    }

    /** A folder that cannot be written stops what leaves. It goes on when the folder is back, and nothing is lost or doubled. */
    @Test
    void whatCannotBeWrittenDownDoesNotLeave(@TempDir Path other) throws IOException {
        try (var log = open(home, other)) {
            log.append(List.of(departure(0)));
            var folder = other.resolve(id.toString());
            Files.move(folder, other.resolve("away"));
            assertThatThrownBy(() -> log.append(List.of(departure(1)))).isInstanceOf(OutwardLog.Unavailable.class);
            assertThat(log.failure()).isNotNull();
            Files.move(other.resolve("away"), folder);
            log.barrier(); // as a node tries from time to time
            assertThat(log.failure()).isNull();
            var third = departure(2);
            log.append(List.of(third));
            assertThat(log.failure()).isNull();
            assertThat(read(log, LogEnd.NOTHING)).hasSize(2).endsWith(third);
        }
        try (var log = open(other)) {
            assertThat(read(log, LogEnd.NOTHING)).hasSize(2);
        }
    }

    /** The fence was closed while the record waited: nothing leaves, and nothing says that it did. */
    @Test
    void whatMayNotLeaveAnyMoreIsNotWrittenDown() throws IOException {
        try (var log = open()) {
            log.append(List.of(departure(0)));
            assertThatThrownBy(() -> log.append(List.of(departure(1)), () -> false))
                    .isInstanceOf(OutwardLog.Unavailable.class);
            assertThat(log.failure()).isNull();
            assertThat(read(log, LogEnd.NOTHING)).hasSize(1);
        }
    }

    /** A bad sector in one copy does not spoil the other. */
    @Test
    void theCopyThatIsWholeIsKept(@TempDir Path other) throws IOException {
        try (var log = open(home, other)) {
            log.append(List.of(departure(0), departure(1)));
        }
        try (var log = open(home, other)) {
            log.append(List.of(departure(2)));
        }
        var spoiled = files().getFirst();
        var bytes = Files.readAllBytes(spoiled);
        bytes[Segment.HEADER_BYTES + 60] ^= 1;
        Files.write(spoiled, bytes);
        try (var log = open(home, other)) {
            assertThat(read(log, LogEnd.NOTHING)).hasSize(3);
        }
        assertThat(spoiled.resolveSibling(spoiled.getFileName() + ".broken")).exists();
    }

    /**
     * A folder became full within a group, of which it has some records. The next file was then begun in the other folder only, before the
     * process died.
     */
    @Test
    void aFileThatOnlyTheShorterCopyHasIsPutAside(@TempDir Path other) throws IOException {
        LogEnd flushed;
        try (var log = open(home, other)) {
            log.append(List.of(departure(0)));
            flushed = log.end();
            log.append(List.of(departure(1)));
        }
        var first = files(home).getFirst();
        try (var channel = FileChannel.open(first, StandardOpenOption.WRITE)) {
            channel.truncate(channel.size() - departure(1).encoded().length - Short.BYTES - LogChain.MAC_BYTES);
        }
        var header = Segment.header(new LogChain(KEY), flushed);
        Files.write(Segment.file(first.getParent(), flushed), Arrays.copyOf(header.array(), header.limit()));
        for (int start = 0; start < 2; start++) {
            try (var log = open(home, other)) {
                log.append(List.of(departure(2 + start)));
                assertThat(read(log, LogEnd.NOTHING)).hasSize(3 + start);
            }
        }
        assertThat(files(home)).hasSameSizeAs(files(other));
    }

    /** Groups that are written while a copy is read follow what was read. */
    @Test
    void aLogThatIsWrittenMeanwhileIsNotAltered() throws IOException {
        try (var log = open()) {
            log.append(List.of(departure(0)));
            var before = log.end();
            var folder = home.resolve(id.toString());
            assertThat(LogFiles.written(folder, new LogChain(KEY), () -> {
                        log.append(List.of(departure(1)));
                        log.append(List.of(departure(2)));
                    }))
                    .isEqualTo(before);
            assertThat(LogFiles.written(folder, new LogChain(KEY))).isEqualTo(log.end());
            var bytes = Files.readAllBytes(files().getFirst());
            bytes[Segment.HEADER_BYTES + 60] ^= 1;
            Files.write(files().getFirst(), bytes);
            assertThatThrownBy(() -> LogFiles.written(folder, new LogChain(KEY)))
                    .hasMessageContaining("altered");
        }
    }

    /** Merchants are told again and again, up to the day on which the event is deleted. */
    @Test
    void anEventThatIsDeletedSoonIsNotMissed() {
        var now = TestService.CLOCK.instant();
        var lately = told(Ids.boundary(now.minus(Duration.ofDays(28))), now);
        var old = told(Ids.boundary(now.minus(Duration.ofDays(30))), now);
        var all = new Departures() {
            @Override
            public boolean include(Departure departure) {
                return true;
            }

            @Override
            public Set<UUID> known(Session session, List<Departure> departures) {
                return Set.of();
            }

            @Override
            public void recover(Collection<Lost> lost) {
                assertThat(lost).isEmpty();
            }
        };
        assertThat(LogComparison.ofKind(all, List.of(lately, old), now)).containsExactly(lately);
    }

    private static Departure told(UUID event, Instant at) {
        return new Departure(
                Departure.Kind.TOLD,
                EventType.Subject.PAYOUT,
                new TransactionKey(Ids.next(), true, Ids.next()),
                event,
                0,
                100,
                "THB",
                "payout.success",
                null,
                new byte[0],
                at);
    }

    @Test
    void manyWritersShareFlushes() throws Exception {
        var threads = new ArrayList<Thread>();
        try (var log = open()) {
            for (int i = 0; i < 200; i++) {
                var one = departure(i);
                threads.add(Thread.ofVirtual().start(() -> log.append(List.of(one))));
            }
            for (var thread : threads) {
                thread.join();
            }
            assertThat(read(log, LogEnd.NOTHING)).hasSize(200);
        }
    }

    @Test
    void whatIsOlderThanTheOldestBackupIsForgotten() throws IOException {
        written(2);
        var known = new LogEnd[1];
        try (var log = open()) {
            log.append(List.of(departure(2)));
            known[0] = log.end();
            var old = files().getFirst();
            Files.setLastModifiedTime(old, FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
            log.forget(Instant.parse("2026-06-01T00:00:00Z"), LogEnd.NOTHING);
            assertThat(old).as("what the database does not know is kept").exists();
            log.forget(Instant.parse("2026-06-01T00:00:00Z"), known[0]);
            assertThat(old).doesNotExist();
            assertThat(read(log, known[0])).isEmpty();
        }
        try (var log = open()) {
            assertThat(log.end()).isEqualTo(known[0]);
        }
    }
}
