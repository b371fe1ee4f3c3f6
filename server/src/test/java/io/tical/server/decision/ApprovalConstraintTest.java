package io.tical.server.decision;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.db.Database;
import io.tical.db.TestDatabase;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the database itself refuses, whatever the code does. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApprovalConstraintTest {
    private Database database;

    @BeforeAll
    void open() {
        database = TestDatabase.open();
    }

    @AfterAll
    void close() {
        database.close();
    }

    private void insert(UUID object, String status, String maker, String checker) {
        database.run(session -> session.sql("""
                        INSERT INTO approval (organization_id, livemode, approval_id, object_type, object_id, action, path, body, amount, currency,
                            status, maker, request_id, checker, grounds, created_at, updated_at)
                        VALUES (cast(:object AS uuid), true, cast(:id AS uuid), 'payin', cast(:object AS uuid), 'path', '{}', '{}', 1, 'THB',
                            :status, :maker, :id, :checker, '{}', now(), now())
                        """)
                .bind("object", object)
                .bind("id", UUID.randomUUID().toString())
                .bind("status", status)
                .bind("maker", maker)
                .bind("checker", checker)
                .run());
    }

    @ParameterizedTest
    @CsvSource({
        "approved, ann, ann",
        "done, ann, ann",
        "refused, ann, ann",
        "approved, ann,",
        "done, ann,",
        "failed, ann,"
    })
    void anOwnDecisionCannotBeApproved(String status, String maker, String checker) {
        assertThatThrownBy(() -> insert(UUID.randomUUID(), status, maker, checker))
                .rootCause()
                .hasMessageContaining("violates check constraint");
    }

    @Test
    void oneDecisionOnAnObjectWaits() {
        var object = UUID.randomUUID();
        insert(object, "pending", "ann", null);
        assertThatThrownBy(() -> insert(object, "pending", "bob", null))
                .rootCause()
                .hasMessageContaining("approval_pending");
        insert(object, "refused", "ann", "bob");
    }
}
