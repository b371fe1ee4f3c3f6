package io.tical.server.bank;

import io.tical.common.Word;
import io.tical.server.bankfile.CsvProfile;
import io.tical.server.bankfile.OwnProfile;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

/**
 * A version of a layout that an operator made. It applies to both environments.
 *
 * @param id made of the name
 * @param version from 1
 * @param name never changes
 * @param definition the {@link CsvProfile} as JSON
 * @param fileId the file on which it was tried
 * @param changedBy who approved it, or who retired it
 */
record BankProfile(
        UUID id,
        long version,
        String name,
        String definition,
        Status status,
        UUID fileId,
        String changedBy,
        Instant changedAt) {
    enum Status implements Word {
        ACTIVE,
        /** It reads no file any more. */
        RETIRED
    }

    /** The id of the layout of a name. Names that look the same have the same. */
    static UUID id(String name) {
        return UUID.nameUUIDFromBytes(("bank profile " + key(name)).getBytes(StandardCharsets.UTF_8));
    }

    /** What names have in common that a person cannot tell apart: letters and digits alone, in one case. */
    static String key(String name) {
        return Normalizer.normalize(name, Normalizer.Form.NFKC)
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{M}\\p{N}]", "");
    }

    /** The same, by this person. */
    BankProfile by(String person) {
        return new BankProfile(id, version, name, definition, status, fileId, person, changedAt);
    }

    CsvProfile profile() {
        return CsvProfile.parse(definition);
    }

    /** For readers. Versions have formats of their own, because they may call the same entry by different references. */
    OwnProfile read() {
        return new OwnProfile(profile(), name + " v" + version);
    }
}
