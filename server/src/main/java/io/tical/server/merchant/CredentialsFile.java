package io.tical.server.merchant;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.tical.common.Json;
import io.tical.server.secret.Secrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * {@code credentials.json} in the home, mode 0600. It is written and synced under a temporary name before the database
 * commit, and renamed afterwards. After a crash, the next start compares the prepared file with the database.
 */
final class CredentialsFile {
    private final Path file;
    private final Path prepared;

    /** The content of {@code credentials.json}: the credentials of the demo organization. */
    record Credentials(
            String apiUrl,
            String payUrl,
            String adminUrl,
            UUID organizationId,
            String organizationCode,
            String testKey,
            String liveKey,
            String payinWebhookSecret,
            String payoutWebhookSecret,
            Person dashboard,
            List<Staff> operators) {
        record Person(String username, String password) {}

        /** An operator of the service, for the console. */
        record Staff(String username, String password, String role) {}

        @Override
        public String toString() {
            return "credentials of " + organizationId;
        }
    }

    CredentialsFile(Path home) {
        this.file = home.resolve("credentials.json");
        this.prepared = home.resolve("credentials.json.prepared");
    }

    Path path() {
        return file;
    }

    boolean isPrepared() {
        return Files.exists(prepared);
    }

    /** Writes the prepared file and replaces an earlier one that was not committed. */
    void prepare(Credentials credentials) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.deleteIfExists(prepared);
            Secrets.writeForOwner(
                    prepared, Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsBytes(credentials));
        } catch (IOException e) {
            throw new UncheckedIOException("The credentials cannot be written to " + prepared, e);
        }
    }

    /** Reads the prepared file; empty if it is missing or incomplete. */
    Optional<Credentials> prepared() {
        try {
            return Optional.of(Json.mapper().readValue(Files.readAllBytes(prepared), Credentials.class));
        } catch (NoSuchFileException | JsonProcessingException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("The credentials cannot be read from " + prepared, e);
        }
    }

    /** Renames the prepared file, unless another process has done so. */
    void publish() {
        try {
            Files.move(prepared, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (NoSuchFileException e) {
            if (!Files.exists(file)) {
                throw new UncheckedIOException("The credentials file disappeared: " + prepared, e);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The credentials cannot be moved to " + file, e);
        }
    }

    /** Deletes a prepared file that was not committed. */
    void discard() {
        try {
            Files.deleteIfExists(prepared);
        } catch (IOException e) {
            throw new UncheckedIOException("The file " + prepared + " cannot be removed", e);
        }
    }
}
