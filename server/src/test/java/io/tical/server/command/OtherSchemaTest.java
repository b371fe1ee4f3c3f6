package io.tical.server.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tical.db.OtherSchema;
import io.tical.server.TestService;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A program that is older than the database. */
class OtherSchemaTest {
    @Test
    void theCommandSaysWhatToDoAndEndsWithACodeOfItsOwn() {
        try (var service = TestService.start(Map.of(), TestService.Work.OFF)) {
            service.sql("INSERT INTO flyway_schema_history SELECT max(installed_rank) + 1, '999', 'newer', 'SQL',"
                    + " 'V999__newer.sql', 1, 'x', now(), 1, true FROM flyway_schema_history");
            var refused = catchThrowableOfType(OtherSchema.class, () -> service.node(Map.of(), TestService.Work.OFF));
            var said = new StringWriter();
            var command = Main.commands().setErr(new PrintWriter(said, true));

            assertThat(Main.explain(refused, command))
                    .isEqualTo(Main.OTHER_SCHEMA)
                    .isEqualTo(5);
            assertThat(said.toString())
                    .contains("The database has schema version 999, which this program does not know")
                    .contains("Start the newer program, which migrated the database.")
                    .doesNotContain("doctor");
        }
    }
}
