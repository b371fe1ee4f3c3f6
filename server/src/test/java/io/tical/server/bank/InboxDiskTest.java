package io.tical.server.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.OperatedService;
import io.tical.server.TestService;
import io.tical.server.bankfile.StatementFormats;
import io.tical.server.collection.AccountZones;
import io.tical.server.collection.CollectionAccounts;
import io.tical.server.currency.Currencies;
import io.tical.server.payin.PaidPayins;
import io.tical.server.paymentfile.ArrivedResults;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The disk of the watched folder fails in the middle: nothing is imported twice, and nothing is lost. */
class InboxDiskTest extends OperatedService {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    @TempDir
    private Path root;

    private BankFiles files;
    private ArrivedResults results;
    private String account;
    private Path folder;
    private final FailingDisk disk = new FailingDisk();

    /** Fails as a disk does that is full or read-only, as long as it is said so. */
    private static final class FailingDisk extends InboxDisk {
        private String moving = "";
        private String writing = "";

        @Override
        void write(Path to, String text) throws IOException {
            if (!writing.isEmpty()) {
                super.write(to, text.substring(0, 1));
                throw new FileSystemException(to.toString(), null, writing);
            }
            super.write(to, text);
        }

        @Override
        void move(Path from, Path to) throws IOException {
            if (!moving.isEmpty()) {
                throw new FileSystemException(from.toString(), to.toString(), moving);
            }
            super.move(from, to);
        }
    }

    private static final AccountZones ZONES = new AccountZones(ZoneId.of("Asia/Bangkok"));

    @BeforeAll
    void account() {
        var database = service.serviceDatabase();
        var currencies = Currencies.shipped();
        files = new BankFiles(
                database,
                new CollectionAccounts(database, currencies, TestService.CLOCK, ZONES, AccountDays::rezone),
                currencies,
                new StatementReaders(database, StatementFormats.shipped()),
                new PayinFinder(new PaidPayins(currencies), ZONES),
                TestService.CLOCK,
                new Semaphore(1));
        results = ArrivedResults.of(database, currencies, TestService.CLOCK);
        account = finance.bankAccount("THB").get("account_no").asText();
    }

    @BeforeEach
    void folder() throws IOException {
        folder = Files.createDirectories(root.resolve("inbox"));
    }

    private String text(String reference) {
        return new CamtText(account, "DISK" + NUMBERS.incrementAndGet(), LocalDate.now(ZoneId.of("Asia/Bangkok")))
                .entry(1_000 + NUMBERS.get(), reference)
                .text();
    }

    /** A file counts when three looks found it unchanged. */
    private static void look(Inbox inbox) {
        for (int look = 0; look < 4; look++) {
            assertThat(inbox.round()).isFalse();
        }
    }

    private long entries(String reference) {
        return service.count("SELECT count(*) FROM bank_entry WHERE bank_reference = '" + reference + "'");
    }

    private long received(String name) {
        return service.count("SELECT count(*) FROM bank_file WHERE name = '" + name + "'");
    }

    @Test
    void aDiskThatBecomesReadOnlyAfterTheImportDoublesNothing() throws IOException {
        var inbox = new Inbox(files, results, folder, disk);
        Files.writeString(folder.resolve("ro.xml"), text("RO-1"));
        Files.writeString(folder.resolve("ro2.xml"), text("RO-2"));
        disk.moving = "Read-only file system";
        look(inbox);
        look(inbox);
        assertThat(inbox.troubles()).singleElement().asString().contains("Read-only file system");
        assertThat(entries("RO-1")).isOne();
        assertThat(entries("RO-2")).as("one file does not keep the others").isOne();
        assertThat(folder.resolve("ro.xml")).exists();
        disk.moving = "";
        look(new Inbox(files, results, folder, disk));
        assertThat(folder.resolve("done/ro.xml")).exists();
        assertThat(folder.resolve("done/ro2.xml")).exists();
        assertThat(entries("RO-1")).isOne();
        assertThat(received("ro.xml")).isOne();
    }

    @Test
    void aFullDiskLosesNoReason() throws IOException {
        var inbox = new Inbox(files, results, folder, disk);
        Files.writeString(folder.resolve("full.xml"), "<Document><BkToCstmrStmt>full");
        disk.writing = "No space left on device";
        look(inbox);
        look(inbox);
        assertThat(inbox.troubles()).singleElement().asString().contains("No space left");
        assertThat(folder.resolve("full.xml")).as("without its reason it stays").exists();
        disk.writing = "";
        look(inbox);
        assertThat(inbox.troubles()).isEmpty();
        assertThat(folder.resolve("failed/full.xml")).exists();
        assertThat(Files.readString(folder.resolve("failed/full.xml.reason.txt")))
                .hasSizeGreaterThan(5);
        assertThat(received("full.xml")).isOne();
    }

    @Test
    void aDiskThatIsNotMountedIsATroubleAndNoNewFolder() throws IOException {
        var inbox = new Inbox(files, results, folder, disk);
        Files.writeString(folder.resolve("gone.xml"), text("GONE-1"));
        inbox.round();
        inbox.round();
        Files.move(folder, root.resolve("away"));
        look(inbox);
        assertThat(inbox.troubles()).singleElement().asString().contains("is gone");
        assertThat(folder).doesNotExist();
        Files.createDirectories(folder);
        look(inbox);
        assertThat(inbox.troubles())
                .as("the place of the mount is not the disk")
                .singleElement()
                .asString()
                .contains("is gone");
        assertThat(entries("GONE-1")).isZero();
        Files.delete(folder);
        Files.move(root.resolve("away"), folder);
        look(inbox);
        assertThat(inbox.troubles()).isEmpty();
        assertThat(entries("GONE-1")).isOne();
        assertThat(folder.resolve("done/gone.xml")).exists();
    }

    @Test
    void aFileThatChangesWhileItIsReadIsNotReceived() throws IOException {
        var opened = new AtomicInteger();
        var whole = text("CHANGED-1").getBytes(StandardCharsets.UTF_8);
        var cut = text("CHANGED-2").getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> files.receive(
                        true,
                        "changed.xml",
                        BankFile.Origin.INBOX,
                        "test",
                        () -> new ByteArrayInputStream(opened.incrementAndGet() < 3 ? whole : cut)))
                .isInstanceOf(UncheckedIOException.class);
        assertThat(received("changed.xml")).isZero();
        Files.write(folder.resolve("changed.xml"), whole);
        look(new Inbox(files, results, folder, disk));
        assertThat(entries("CHANGED-1")).isOne();
    }

    @Test
    void aDiskThatFailsWhileAFileIsReadStoresNothing() throws IOException {
        var opened = new AtomicInteger();
        var whole = text("EIO-1").getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> files.receive(true, "eio.xml", BankFile.Origin.INBOX, "test", () -> {
                    if (opened.incrementAndGet() == 3) {
                        throw new FileSystemException("eio.xml", null, "Input/output error");
                    }
                    return new ByteArrayInputStream(whole);
                }))
                .isInstanceOf(UncheckedIOException.class);
        assertThat(received("eio.xml")).isZero();
        Files.write(folder.resolve("eio.xml"), whole);
        look(new Inbox(files, results, folder, disk));
        assertThat(entries("EIO-1")).isOne();
    }
}
