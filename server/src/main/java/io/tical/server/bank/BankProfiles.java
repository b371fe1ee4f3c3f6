package io.tical.server.bank;

import io.tical.common.Json;
import io.tical.db.Database;
import io.tical.server.bankfile.BankFileException;
import io.tical.server.bankfile.CsvProfile;
import io.tical.server.bankfile.CsvProfiles;
import io.tical.server.bankfile.Notice;
import io.tical.server.bankfile.ProfileProposal;
import io.tical.server.bankfile.ProfileTrial;
import io.tical.server.problem.Problem;
import io.tical.server.transaction.AuditEntry;
import io.tical.server.transaction.AuditEntry.Act;
import io.tical.server.transaction.StaffDecision;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The layouts of tables of banks that operators make. A change reads a file first, so that nobody approves one that does not read. */
record BankProfiles(Database database, BankFiles files, Clock clock) {
    static final String RESOURCE = "bank_profile";

    private static final int OWN_MAX = 200;

    /** Letters that cannot be mistaken for others, and no comma, which separates names. */
    private static final Pattern NAME =
            Pattern.compile("[A-Za-z0-9\u0E01-\u0E5B][A-Za-z0-9\u0E01-\u0E5B ._()/-]{0,59}");

    /** What names of other formats begin with. */
    private static final List<String> RESERVED = List.of("camt", "mt9", "ofx", "json", "notified");

    /** The latest version of each, by name. */
    List<BankProfile> list() {
        return database.run(BankProfileStore::list).stream()
                .sorted((one, other) -> one.name().compareToIgnoreCase(other.name()))
                .toList();
    }

    /**
     * All versions of one, newest first.
     *
     * @throws Problem.NotFound {@code BANK_PROFILE_NOT_FOUND}
     */
    List<BankProfile> versions(UUID id) {
        var versions = database.run(session -> BankProfileStore.versions(session, id));
        if (versions.isEmpty()) {
            throw Problem.NotFound.of(RESOURCE);
        }
        return versions;
    }

    /** How a layout reads a file; with what the service proposes if none is given. */
    record Tried(
            @Nullable CsvProfile profile,
            @Nullable ProfileProposal proposal,
            @Nullable ProfileTrial trial) {}

    /**
     * Reads the beginning of a received file.
     *
     * @param profile null for one that the service proposes
     * @throws Problem.NotFound {@code BANK_FILE_NOT_FOUND}
     * @throws Problem.Conflict {@code BANK_FILE_UNREADABLE} if the file is no table
     * @throws Problem.Unavailable while others are read
     */
    Tried tried(UUID file, @Nullable CsvProfile profile) {
        return files.sampled(file, (source, context) -> {
            try {
                var proposal = profile == null ? ProfileProposal.of(source, context) : null;
                var used = proposal == null ? profile : proposal.profile();
                return new Tried(used, proposal, used == null ? null : ProfileTrial.of(used, source, context));
            } catch (BankFileException e) {
                throw new Problem.Conflict("BANK_FILE_UNREADABLE", String.valueOf(e.getMessage()));
            } catch (IOException e) {
                throw new UncheckedIOException("a stored file of a bank could not be read", e);
            }
        });
    }

    /**
     * A new version, checked, of nobody yet.
     *
     * @param before the version before; null for a new layout
     * @throws Problem.Invalid if the name or the layout cannot be used
     * @throws Problem.Conflict {@code RESOURCE_EXISTS} if a layout has the name
     */
    BankProfile outlook(@Nullable BankProfile before, CsvProfile profile, UUID file) {
        if (before == null) {
            requireFree(profile.name());
        } else if (!before.name().equals(profile.name())) {
            throw new Problem.Invalid(
                    "definition.name", "unchangeable", "cannot change; retire this layout and make another one");
        }
        requirePassed(profile, file);
        return new BankProfile(
                BankProfile.id(profile.name()),
                before == null ? 1 : before.version() + 1,
                profile.name(),
                profile.json(),
                BankProfile.Status.ACTIVE,
                file,
                "",
                clock.instant());
    }

    private void requireFree(String name) {
        var key = BankProfile.key(name);
        if (!NAME.matcher(name).matches() || key.length() < 2) {
            throw new Problem.Invalid(
                    "definition.name",
                    "name",
                    "must have 2 to 60 Latin or Thai letters, digits, spaces and . _ ( ) / -, and begin with a letter or digit");
        }
        if (RESERVED.stream().anyMatch(key::startsWith)) {
            throw new Problem.Invalid(
                    "definition.name", "reserved", "begins like another format; begin it with the name of the bank");
        }
        var shipped = CsvProfiles.shipped().stream()
                .map(CsvProfile::name)
                .filter(known -> BankProfile.key(known).equals(key))
                .findFirst();
        if (shipped.isPresent()) {
            throw new Problem.Conflict(
                    "RESOURCE_EXISTS", "The layout " + shipped.get() + " comes with the service. Choose another name.");
        }
        var own = list();
        if (own.stream().anyMatch(known -> known.id().equals(BankProfile.id(name)))) {
            throw new Problem.Conflict(
                    "RESOURCE_EXISTS", "A layout has this name, even if it is retired. Change that one instead.");
        }
        if (own.size() >= OWN_MAX) {
            throw new Problem.Conflict("RESOURCE_EXISTS", "There are " + OWN_MAX + " layouts. Change one of them.");
        }
    }

    private void requirePassed(CsvProfile profile, UUID file) {
        var trial = tried(file, profile).trial();
        if (trial == null || !trial.passed()) {
            throw new Problem.Invalid("definition", "unread", why(trial));
        }
    }

    private static String why(@Nullable ProfileTrial trial) {
        if (trial == null) {
            return "does not read the file";
        }
        var wrong = Stream.concat(
                        trial.problems().stream(),
                        trial.lines().stream().flatMap(line -> Stream.ofNullable(line.fault())))
                .findFirst();
        return wrong.map(
                        fault -> "does not read the file, line " + fault.place().line() + ": " + fault.getMessage())
                .or(() -> trial.notices().stream()
                        .filter(notice -> notice.kind() == Notice.Kind.BALANCE_DISAGREES)
                        .findFirst()
                        .map(notice -> "contradicts the file: " + notice.text()))
                .orElse("finds no entry in the file");
    }

    /** Makes the first version. Repeated after a lost answer, it does nothing. */
    void add(BankProfile profile, StaffDecision by) {
        change(profile, null, "create", by);
    }

    /** @throws Problem.Conflict {@code VERSION_CONFLICT} unless the version is the one after the latest */
    void change(BankProfile profile, @Nullable BankProfile before, String action, StaffDecision by) {
        Database.patiently(() -> database.transaction(session -> {
            var latest =
                    BankProfileStore.versions(session, profile.id()).stream().findFirst();
            if (latest.filter(known -> isSame(known, profile)).isPresent()) {
                return profile;
            }
            if (latest.map(BankProfile::version).orElse(0L) + 1 != profile.version()) {
                throw Problem.Conflict.changed(RESOURCE);
            }
            BankProfileStore.insert(session, profile);
            var act = before == null
                    ? new Act(null, action, RESOURCE, profile.id(), null, shown(profile))
                    : Act.change(null, null, action, RESOURCE, profile.id(), shown(before), shown(profile));
            AuditEntry.insertLater(session, by.actor(), act.ofControl(profile.name(), by), profile.changedAt());
            return profile;
        }));
    }

    private static boolean isSame(BankProfile one, BankProfile other) {
        return one.version() == other.version()
                && one.definition().equals(other.definition())
                && one.status() == other.status()
                && one.changedBy().equals(other.changedBy());
    }

    /**
     * The version that retires a layout, of nobody yet.
     *
     * @throws Problem.Conflict {@code BANK_PROFILE_STATUS_TRANSITION_INVALID} if it is retired
     */
    BankProfile retired(BankProfile latest) {
        if (latest.status() == BankProfile.Status.RETIRED) {
            throw new Problem.Conflict(
                    "BANK_PROFILE_STATUS_TRANSITION_INVALID", "This layout is retired already. Load it again.");
        }
        return new BankProfile(
                latest.id(),
                latest.version() + 1,
                latest.name(),
                latest.definition(),
                BankProfile.Status.RETIRED,
                latest.fileId(),
                "",
                clock.instant());
    }

    /** What a second person compares: each field of the layout, so that only what differs is shown. */
    static Object shown(BankProfile profile) {
        var shown = Json.object(profile.profile());
        shown.put("status", profile.status().word());
        shown.put("tried_on", profile.fileId().toString());
        return shown;
    }
}
