package io.tical.server;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The rule that packages call each other's use cases and never read each other's tables, which a dependency rule cannot see: a table is a name
 * in a text. The audits of money, {@code …Audit}, read the tables of everybody.
 */
class TableOwnersTest {
    private static final Path SOURCES = Path.of("src/main/java/io/tical/server");
    private static final Path MIGRATIONS = Path.of("../db/src/main/resources/db/migration");

    /** The package that has the SQL of each table. */
    private static final Map<String, Set<String>> TABLES = Map.ofEntries(
            owns("paymentfile", "paying_account payment_file payment_file_content payment_file_line payment_result"),
            owns(
                    "bank",
                    "bank_day bank_entry bank_file bank_file_part bank_posting bank_profile bank_sighting bank_statement payment_proof"
                            + " transfer_proof"),
            owns("bankday", "bank_day_part bank_day_seal"),
            owns("collection", "amount_reservation collection_account"),
            owns("crypto", "crypto_address crypto_deposit crypto_source crypto_transfer"),
            owns("customer", "customer customer_account"),
            owns("dashboard", "dashboard_session"),
            owns("decision", "approval lease"),
            owns("holder", "holder_lookup"),
            owns("idempotency", "idempotency"),
            owns("interorg", "organization_transfer"),
            owns("ledger", "seal transfer wallet"),
            owns(
                    "merchant",
                    "amount_limit api_key api_key_hash configuration_version dashboard_user dashboard_username fee ip_allowlist"
                            + " organization organization_code pay_page_brand pay_page_logo"),
            owns("outward", "outward_case outward_log"),
            owns("overview", "list_mark"),
            owns("p2p", "p2p_match p2p_offer"),
            owns("payin", "pay_token payin"),
            owns("payout", "payout payout_attempt payout_step"),
            owns("paypage", "disclosure"),
            owns("rail", "settlement_transfer simulator simulator_transfer"),
            owns("rate", "exchange_rate"),
            owns("rehearsal", "simulator_entry"),
            owns(
                    "session",
                    "dashboard_passkey dashboard_second_factor operator_second_factor sign_in_failure sign_in_guess"),
            owns("settlement", "conversion settlement settlement_attempt"),
            owns("slip", "slip slip_image slip_reference slip_seen slip_verification"),
            owns("staff", "operator operator_role operator_session"),
            owns("statement", "daily_statement"),
            owns("suspense", "suspense"),
            owns("ticket", "issue issue_comment"),
            owns("transaction", "audit_entry notice_acknowledgement state_change"),
            owns("treasury", "organization_account"),
            owns("webhook", "callback_endpoint delivery delivery_attempt event redelivery"));

    /** The journal is written by {@code io.tical.db.Database} with every transaction. */
    private static final Set<String> OF_NO_PACKAGE = Set.of("journal");

    /** Which class names a table of another package, and why. */
    private static final Map<String, String> ALLOWED = Map.ofEntries(
            Map.entry(
                    "transaction.Environments organization",
                    "the keys of all tables begin with the organization, so a read across organizations begins with this table"),
            Map.entry(
                    "overview.QueueTable lease",
                    "one statement counts a queue and what of it is claimed; package decision depends on this one"),
            Map.entry(
                    "payin.PayinOverview slip_reference",
                    "a search for what paid a payin is one descent of that index"),
            Map.entry(
                    "payin.PayinOverview crypto_transfer",
                    "a search for what paid a payin is one descent of that index"),
            Map.entry(
                    "slip.TransferClaimStore payin",
                    "a payment that staff recorded has no slip with the payin's reference, and slips are examined in one statement each"));

    /** A table after a keyword, of a bulk write, of a statement that stores share, or with its alias at the beginning of a text. */
    private static final Pattern NAMED =
            Pattern.compile("\\b(?:FROM|JOIN|INTO|UPDATE|USING)\\s+(?:ONLY\\s+)?([a-z][a-z0-9_]*)\\b"
                    + "|\\w\\.<[^;]*?>(?:of|write)\\(\\s*\"([a-z0-9_]+)\""
                    + "|\\bTable\\.(?:of|unjournaled\\w*)\\(\\s*\"([a-z0-9_]+)\""
                    + "|\\bnew (?:AttemptTable|DueTable|MerchantReferences|RequestSearch|TextLookup|TransactionList)"
                    + "\\(\\s*\"([a-z0-9_]+)\""
                    + "|\\bDailyVolume\\.of\\(\\s*\\w+,\\s*\"([a-z0-9_]+)\""
                    + "|\"([a-z][a-z0-9_]*) [a-z](?=\"| JOIN)");

    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*(?://|/?\\*).*$");
    private static final Pattern CONTINUED = Pattern.compile("\"\\s*\\+\\s*\"");

    private static Map.Entry<String, Set<String>> owns(String owner, String tables) {
        return Map.entry(owner, Set.of(tables.split(" ")));
    }

    private static Stream<String> find(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .flatMap(found -> Stream.iterate(1, group -> group <= found.groupCount(), group -> group + 1)
                        .map(found::group))
                .filter(group -> group != null);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }

    /** {@code package.Class table} of each table that a class names. */
    private static Set<String> uses(Set<String> tables) throws IOException {
        var uses = new TreeSet<String>();
        for (var file : files(SOURCES, ".java")) {
            var name = file.getFileName().toString().replace(".java", "");
            var within = SOURCES.relativize(file);
            // The comparisons of the benchmark write rows without the service.
            if (within.getNameCount() > 1 && !within.startsWith("bench") && !name.endsWith("Audit")) {
                find(NAMED, statements(read(file)))
                        .filter(tables::contains)
                        .forEach(table -> uses.add(within.getName(0) + "." + name + " " + table));
            }
        }
        return uses;
    }

    private static String statements(String source) {
        return CONTINUED.matcher(COMMENT.matcher(source).replaceAll("")).replaceAll("");
    }

    @Test
    void everyTableHasOnePackage() throws IOException {
        var created = new HashSet<String>();
        for (var migration : files(MIGRATIONS, ".sql")) {
            find(Pattern.compile("CREATE TABLE (\\w+)|ALTER TABLE \\w+ RENAME TO (\\w+)"), read(migration))
                    .forEach(created::add);
        }
        created.removeAll(OF_NO_PACKAGE);
        var owned = TABLES.values().stream().flatMap(Set::stream).toList();
        assertThat(owned).containsExactlyInAnyOrderElementsOf(created);

        var packages = uses(created).stream()
                .map(use -> use.split("[. ]"))
                .collect(groupingBy(use -> use[0], mapping(use -> use[2], toSet())));
        TABLES.forEach(
                (owner, tables) -> assertThat(packages.get(owner)).as(owner).containsAll(tables));
    }

    @Test
    void aTableIsReadByItsPackageAlone() throws IOException {
        var tables = TABLES.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
        var foreign = uses(tables).stream()
                .filter(use -> !TABLES.getOrDefault(use.substring(0, use.indexOf('.')), Set.of())
                        .contains(use.substring(use.indexOf(' ') + 1)))
                .toList();
        assertThat(foreign)
                .as("call a use case of the table's package instead, or list the use here with its reason")
                .containsExactlyInAnyOrderElementsOf(ALLOWED.keySet());
    }

    @Test
    void aTableIsFoundHoweverAStatementNamesIt() {
        var source = """
                // FROM comment
                "SELECT * FROM"
                    + " first f JOIN " + "second USING (id)"
                BulkWrite.<Map.Entry<String, Row>>of("third")
                Table.of("twelfth", Store::columns)
                TransactionKey.<Row>write(
                    "fourth", "id", Row::key)
                Place.prefix("reference", "fifth f JOIN sixth t USING (id)", "seventh t")
                INSERT INTO eighth SELECT; UPDATE ninth SET
                new DueTable(
                    "tenth", "id", "due_at")
                DailyVolume.of(session, "eleventh", "amount")
                """;
        assertThat(find(NAMED, statements(source)).toList())
                .containsExactlyInAnyOrderElementsOf(Arrays.asList(
                        "first",
                        "second",
                        "third",
                        "twelfth",
                        "fourth",
                        "fifth",
                        "sixth",
                        "seventh",
                        "eighth",
                        "ninth",
                        "tenth",
                        "eleventh"));
    }

    /** A status is literal only in conditions; what it becomes is read from a state table. So is when an endpoint failed. */
    private static final Pattern INVENTED = Pattern.compile(
            "(?:\\bSET|,)\\s+((?:status|stage) = '[a-z_]+')|\\bSET\\b[^\"]*?\\b((?:failing_since|suspended_at) = )");

    @Test
    void noStatementInventsATransition() throws IOException {
        for (var file : files(SOURCES, ".java")) {
            assertThat(find(INVENTED, statements(read(file))))
                    .as(file.toString())
                    .isEmpty();
        }
        assertThat(Stream.of(
                                "UPDATE payout SET due_at = NULL,\n status = 'success' WHERE id = :id",
                                "UPDATE slip SET stage = 'review'",
                                "UPDATE callback_endpoint SET last_success_at = now(), suspended_at = NULL")
                        .flatMap(statement -> find(INVENTED, statement)))
                .containsExactly("status = 'success'", "stage = 'review'", "suspended_at = ");
    }
}
