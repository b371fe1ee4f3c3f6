package io.tical.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The rules that let the schema be distributed by organization, and what the service's role may not do. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SchemaTest {
    /** What belongs to no organization. */
    private static final Set<String> WITHOUT_ORGANIZATION = Set.of(
            "configuration_version",
            "journal",
            "operator",
            "operator_role",
            "operator_session",
            "operator_second_factor",
            "notice_acknowledgement",
            "sign_in_failure",
            "sign_in_guess",
            "collection_account",
            "bank_file",
            "bank_file_part",
            "bank_profile",
            "bank_statement",
            "bank_entry",
            "bank_sighting",
            "paying_account",
            "payment_file",
            "payment_file_content",
            "payment_result",
            "bank_day",
            "bank_day_seal",
            "bank_day_part",
            "crypto_source",
            "simulator",
            "simulator_entry",
            "outward_log",
            "list_mark",
            "exchange_rate",
            // The hash of a key includes its principal.
            "idempotency");

    /** What must be unique across organizations: their keys cannot begin with one. */
    private static final Set<String> ACROSS_ORGANIZATIONS = Set.of(
            "organization_code",
            "api_key_hash",
            "dashboard_username",
            "dashboard_session",
            "dashboard_passkey",
            "pay_token",
            "amount_reservation",
            "slip_reference",
            "settlement_transfer",
            "p2p_offer",
            "crypto_address",
            "crypto_transfer",
            "payment_file_line",
            "transfer_proof",
            "audit_entry");

    /** Tables of merchants whose rows apply to both environments. */
    private static final Set<String> OF_BOTH_ENVIRONMENTS = Set.of(
            "organization",
            "organization_code",
            "ip_allowlist",
            "callback_endpoint",
            "pay_page_brand",
            "pay_page_logo",
            // People, who see both environments.
            "dashboard_user",
            "dashboard_username",
            "dashboard_session",
            "dashboard_second_factor",
            "dashboard_passkey");

    /** The unique keys without the environment of tables that have it. Each identifies its row in the whole world. */
    private static final Set<String> ACROSS_ENVIRONMENTS = Set.of(
            // A digest of the whole key, which has the environment.
            "api_key_hash_pkey",
            // Random, and an address of pages: one page has one token.
            "pay_token_pkey",
            // An address receives what anybody sends to it, so it can belong to one deposit only.
            "crypto_address_pkey",
            "crypto_address_source_address_index_key",
            // A transfer on a chain exists once.
            "crypto_transfer_pkey",
            // A payout's id, which is unique by itself.
            "p2p_offer_pkey",
            // An entry's id. Entries about people and settings have no environment.
            "audit_entry_pkey",
            // The ids of what banks say, which is found by them alone.
            "bank_file_pkey",
            "bank_statement_pkey",
            "bank_entry_pkey",
            // What banks are told, by the ids of files and by names that are unique at a bank.
            "payment_file_pkey",
            "payment_file_name",
            "payment_file_line_pkey",
            "payment_file_line_attempt",
            "payment_file_line_reference",
            "payment_result_pkey",
            "payment_result_hash",
            "transfer_proof_pkey",
            "transfer_proof_attempt",
            "bank_day_pkey");

    /** What the service may do but read and insert, in each table: no more than it does. */
    private static final Map<String, Rights> RIGHTS = Map.ofEntries(
            Map.entry("transfer", Rights.NONE),
            Map.entry("seal", Rights.NONE),
            Map.entry("daily_statement", Rights.NONE),
            Map.entry("journal", Rights.NONE),
            Map.entry("state_change", Rights.NONE),
            Map.entry("disclosure", Rights.NONE),
            Map.entry("pay_token", Rights.NONE),
            Map.entry("crypto_address", Rights.NONE),
            Map.entry("organization_code", Rights.NONE),
            Map.entry("api_key_hash", Rights.NONE),
            Map.entry("audit_entry", Rights.NONE),
            Map.entry("bank_file_part", Rights.NONE),
            Map.entry("bank_profile", Rights.NONE),
            Map.entry("bank_statement", Rights.NONE),
            Map.entry("bank_sighting", Rights.NONE),
            Map.entry("transfer_proof", Rights.NONE),
            Map.entry("payment_file_content", Rights.NONE),
            Map.entry("bank_day_seal", Rights.NONE),
            Map.entry("bank_day_part", Rights.NONE),
            Map.entry("notice_acknowledgement", Rights.NONE),
            Map.entry("approval", Rights.UPDATE),
            Map.entry("lease", Rights.BOTH),
            Map.entry("wallet", Rights.UPDATE),
            Map.entry("operator", Rights.UPDATE),
            Map.entry("operator_role", Rights.UPDATE),
            Map.entry("payout", Rights.UPDATE),
            Map.entry("payout_step", Rights.UPDATE),
            Map.entry("payout_attempt", Rights.UPDATE),
            Map.entry("payin", Rights.UPDATE),
            Map.entry("suspense", Rights.UPDATE),
            Map.entry("bank_file", Rights.UPDATE),
            Map.entry("payment_proof", Rights.UPDATE),
            Map.entry("bank_entry", Rights.UPDATE),
            Map.entry("bank_posting", Rights.UPDATE),
            Map.entry("paying_account", Rights.UPDATE),
            Map.entry("payment_file", Rights.UPDATE),
            Map.entry("payment_file_line", Rights.UPDATE),
            Map.entry("payment_result", Rights.UPDATE),
            Map.entry("bank_day", Rights.UPDATE),
            Map.entry("p2p_match", Rights.UPDATE),
            Map.entry("slip", Rights.UPDATE),
            Map.entry("slip_seen", Rights.UPDATE),
            Map.entry("crypto_deposit", Rights.UPDATE),
            Map.entry("crypto_transfer", Rights.UPDATE),
            Map.entry("crypto_source", Rights.UPDATE),
            Map.entry("outward_log", Rights.UPDATE),
            Map.entry("outward_case", Rights.UPDATE),
            Map.entry("list_mark", Rights.UPDATE),
            Map.entry("simulator", Rights.UPDATE),
            Map.entry("simulator_transfer", Rights.UPDATE),
            Map.entry("simulator_entry", Rights.NONE),
            Map.entry("organization", Rights.UPDATE),
            Map.entry("amount_limit", Rights.UPDATE),
            Map.entry("fee", Rights.UPDATE),
            Map.entry("api_key", Rights.UPDATE),
            Map.entry("collection_account", Rights.UPDATE),
            Map.entry("customer", Rights.UPDATE),
            Map.entry("customer_account", Rights.UPDATE),
            Map.entry("organization_account", Rights.UPDATE),
            Map.entry("pay_page_brand", Rights.UPDATE),
            Map.entry("pay_page_logo", Rights.BOTH),
            Map.entry("issue", Rights.UPDATE),
            Map.entry("issue_comment", Rights.NONE),
            Map.entry("organization_transfer", Rights.NONE),
            Map.entry("settlement", Rights.UPDATE),
            Map.entry("settlement_attempt", Rights.UPDATE),
            Map.entry("settlement_transfer", Rights.NONE),
            Map.entry("conversion", Rights.NONE),
            Map.entry("exchange_rate", Rights.UPDATE),
            Map.entry("configuration_version", Rights.UPDATE),
            Map.entry("idempotency", Rights.DELETE),
            Map.entry("slip_reference", Rights.DELETE),
            Map.entry("dashboard_username", Rights.DELETE),
            Map.entry("ip_allowlist", Rights.DELETE),
            Map.entry("event", Rights.DELETE),
            Map.entry("delivery_attempt", Rights.DELETE),
            Map.entry("callback_endpoint", Rights.BOTH),
            Map.entry("dashboard_user", Rights.BOTH),
            Map.entry("dashboard_session", Rights.BOTH),
            Map.entry("operator_session", Rights.BOTH),
            Map.entry("dashboard_second_factor", Rights.BOTH),
            Map.entry("operator_second_factor", Rights.BOTH),
            Map.entry("dashboard_passkey", Rights.BOTH),
            Map.entry("sign_in_failure", Rights.BOTH),
            Map.entry("sign_in_guess", Rights.BOTH),
            Map.entry("slip_image", Rights.BOTH),
            Map.entry("slip_verification", Rights.BOTH),
            Map.entry("holder_lookup", Rights.BOTH),
            Map.entry("amount_reservation", Rights.BOTH),
            Map.entry("p2p_offer", Rights.BOTH),
            Map.entry("redelivery", Rights.BOTH),
            Map.entry("delivery", Rights.BOTH));

    private enum Rights {
        NONE,
        UPDATE,
        DELETE,
        BOTH;

        static Rights of(boolean update, boolean delete) {
            return update ? (delete ? BOTH : UPDATE) : (delete ? DELETE : NONE);
        }
    }

    private Database database;

    @BeforeAll
    void open() {
        database = TestDatabase.open();
    }

    @AfterAll
    void close() {
        database.close();
    }

    @Test
    void everyTableHasAnOrganizationButANamedFew() {
        var without = texts("""
                SELECT c.relname AS text FROM pg_class c
                WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'flyway_schema_history'
                  AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'organization_id')
                """);
        assertThat(without).containsExactlyInAnyOrderElementsOf(WITHOUT_ORGANIZATION);
    }

    @Test
    void theOrganizationLeadsEveryUniqueKeyOfATableThatHasIt() {
        var otherwise = texts("""
                SELECT DISTINCT t.relname AS text
                FROM pg_index i
                JOIN pg_class t ON t.oid = i.indrelid
                WHERE t.relnamespace = 'public'::regnamespace AND t.relname <> 'flyway_schema_history' AND i.indisunique
                  AND EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attname = 'organization_id')
                  AND (SELECT a.attname FROM pg_attribute a WHERE a.attrelid = t.oid AND a.attnum = i.indkey[0])
                      IS DISTINCT FROM 'organization_id'
                """);
        assertThat(otherwise).containsExactlyInAnyOrderElementsOf(ACROSS_ORGANIZATIONS);
    }

    @Test
    void theEnvironmentIsInEveryUniqueKeyOfATableOfMerchants() {
        var withoutColumn = texts("""
                SELECT c.relname AS text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'organization_id'
                WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
                  AND NOT EXISTS (SELECT 1 FROM pg_attribute l WHERE l.attrelid = c.oid AND l.attname = 'livemode')
                """);
        assertThat(withoutColumn).containsExactlyInAnyOrderElementsOf(OF_BOTH_ENVIRONMENTS);
        var withoutKey = texts("""
                SELECT i.indexrelid::regclass::text AS text
                FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
                JOIN pg_attribute l ON l.attrelid = t.oid AND l.attname = 'livemode'
                WHERE t.relnamespace = 'public'::regnamespace AND i.indisunique AND NOT l.attnum = ANY (i.indkey)
                """);
        assertThat(withoutKey).containsExactlyInAnyOrderElementsOf(ACROSS_ENVIRONMENTS);
    }

    @Test
    void everyTableHasAPrimaryKey() {
        assertThat(texts("""
                SELECT c.relname AS text FROM pg_class c
                WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
                  AND NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)
                """)).isEmpty();
    }

    @Test
    void noForeignKeyCrossesOrganizations() {
        assertThat(texts("""
                SELECT k.conname AS text FROM pg_constraint k
                WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace
                  AND NOT EXISTS (
                      SELECT 1 FROM unnest(k.conkey, k.confkey) AS pair (here, there)
                      JOIN pg_attribute h ON h.attrelid = k.conrelid AND h.attnum = pair.here
                      JOIN pg_attribute t ON t.attrelid = k.confrelid AND t.attnum = pair.there
                      WHERE h.attname = 'organization_id' AND t.attname = 'organization_id')
                """)).isEmpty();
    }

    @Test
    void thereIsNoSequenceNoTriggerAndNoStoredRoutine() {
        assertThat(texts("""
                SELECT relname AS text FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'
                UNION ALL
                SELECT t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
                WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal
                UNION ALL
                SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
                """)).isEmpty();
    }

    @Test
    void theServiceMayDoNoMoreThanItDoes() {
        var rights = database.run(session -> session.sql("""
                        SELECT relname, has_table_privilege(oid, 'UPDATE') AS may_update, has_table_privilege(oid, 'DELETE') AS may_delete
                        FROM pg_class
                        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'flyway_schema_history'
                        """)
                .list(row ->
                        Map.entry(row.text("relname"), Rights.of(row.flag("may_update"), row.flag("may_delete")))));
        assertThat(rights).containsExactlyInAnyOrderElementsOf(RIGHTS.entrySet());
        assertThat(texts("""
                SELECT relname AS text FROM pg_class
                WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND has_table_privilege(oid, 'TRUNCATE')
                """)).isEmpty();
    }

    @Test
    void theServiceMayAddToTheJournalAndNeverChangeIt() {
        var organization = UUID.randomUUID();
        var inserted = database.transaction(
                session -> session.sql("""
                        INSERT INTO transfer (organization_id, livemode, currency, seq, transfer_id, debit, credit, amount,
                            operation, reference, available_after, held_after, in_transit_after, created_at)
                        VALUES (cast(:id as uuid), false, 'THB', 1, cast(:id as uuid), 'sandbox', 'available', 1, 'TOP_UP',
                            cast(:id as uuid), 1, 0, 0, clock_timestamp())
                        """).bind("id", organization).run());
        assertThat(inserted).isEqualTo(1);
        for (var table : tablesWith(Rights.NONE)) {
            var column = texts("SELECT attname AS text FROM pg_attribute WHERE attrelid = '" + table
                            + "'::regclass AND attnum = 1")
                    .getFirst();
            for (var statement : List.of(
                    "UPDATE " + table + " SET " + column + " = " + column,
                    "DELETE FROM " + table,
                    "TRUNCATE " + table,
                    "DROP TABLE " + table,
                    "ALTER TABLE " + table + " ADD COLUMN more text")) {
                assertThatThrownBy(() ->
                                database.run(session -> session.sql(statement).run()))
                        .as(statement)
                        .rootCause()
                        .hasMessageMatching("(?s).*(permission denied|must be owner).*");
            }
        }
        assertThatThrownBy(() -> database.run(
                        session -> session.sql("CREATE TABLE mine (id int)").run()))
                .rootCause()
                .hasMessageContaining("permission denied");
    }

    private static List<String> tablesWith(Rights rights) {
        return RIGHTS.entrySet().stream()
                .filter(table -> table.getValue() == rights)
                .map(Map.Entry::getKey)
                .toList();
    }

    @Test
    void anotherNodeThatStartsTakesNoRightAwayForAMoment() throws InterruptedException {
        var settings = TestDatabase.settings();
        try (var running = Databases.open(settings)) {
            var starting = Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 3; i++) {
                    Databases.open(settings).close();
                }
            });
            while (starting.isAlive()) {
                running.transaction(session -> session.sql("UPDATE configuration_version SET version = version + 1")
                        .run());
            }
            starting.join();
        }
    }

    private List<String> texts(String sql) {
        return database.run(session -> session.sql(sql).list(row -> row.text("text")));
    }
}
