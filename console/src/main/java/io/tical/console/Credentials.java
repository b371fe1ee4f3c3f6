package io.tical.console;

import io.tical.common.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The {@code credentials.json} that the first start of a service writes.
 *
 * @param adminUrl the address of the admin socket
 */
record Credentials(String adminUrl, List<Operator> operators) {
    /** An operator with the password of the first start. */
    record Operator(String username, String password) {
        /** Without the password. */
        @Override
        public String toString() {
            return username;
        }
    }

    static Credentials read(Path file) throws IOException {
        return Json.mapper().readValue(file.toFile(), Credentials.class);
    }

    Optional<Operator> operator(String username) {
        return operators.stream()
                .filter(operator -> operator.username().equals(username))
                .findFirst();
    }
}
