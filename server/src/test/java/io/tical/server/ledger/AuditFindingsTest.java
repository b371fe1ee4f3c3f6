package io.tical.server.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.key.WalletKey;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several rows of wallets, transfers and seals are wrong: each is named, and nothing that only follows from it. */
class AuditFindingsTest {
    private TestLedger ledger;
    private final List<WalletKey> wallets = new ArrayList<>();

    /** Four wallets of nine transfers each, in seals of three. */
    @BeforeEach
    void open() {
        ledger = TestLedger.open();
        for (int number = 0; number < 4; number++) {
            wallets.add(TestLedger.wallet("THB"));
        }
        for (int seal = 0; seal < 3; seal++) {
            for (int time = 0; time < 3; time++) {
                wallets.forEach(wallet -> ledger.topUp(wallet, 10));
            }
            ledger.seal();
        }
        wallets.sort(null);
        assertThat(findings()).isEmpty();
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    private void of(int wallet, String sql) {
        assertThat(ledger.asOwner(
                        sql + " AND organization_id = '" + wallets.get(wallet).organizationId() + "'"))
                .as(sql)
                .isPositive();
    }

    /** Each finding up to the colon, with the number of the wallet instead of its name. */
    private List<String> findings() {
        var report = ledger.audit();
        assertThat(report.contradictions()).isEmpty();
        return report.findings().stream().map(this::place).toList();
    }

    private String place(Finding finding) {
        var place = finding.table() + ": " + finding.key();
        for (var wallet : wallets) {
            place = place.replace(WalletAudit.describe(wallet), Integer.toString(wallets.indexOf(wallet)));
        }
        return place;
    }

    @Test
    void alteredAndDeletedRowsOfEveryWalletAreNamed() {
        of(0, "UPDATE transfer SET amount = amount + 1 WHERE seq IN (2, 8)");
        of(0, "DELETE FROM transfer WHERE seq BETWEEN 4 AND 5");
        of(0, "UPDATE wallet SET held = 1 WHERE true");
        of(1, "UPDATE seal SET hash = sha256('x') WHERE from_seq = 1");
        of(1, "DELETE FROM seal WHERE from_seq = 4");
        of(1, "UPDATE transfer SET mac = NULL WHERE seq = 9");
        of(3, "DELETE FROM wallet WHERE true");
        of(3, "DELETE FROM transfer WHERE seq = 1");
        assertThat(findings())
                .containsExactly(
                        "wallet: 0 held",
                        "transfer: 0 seq 2 amount",
                        "transfer: 0 seq 4 to 5",
                        "transfer: 0 seq 8 amount",
                        "seal: 1 transfers 1 to 3 hash",
                        "transfer: 1 seq 9 mac",
                        "transfer: 3 seq 1",
                        "wallet: 3",
                        "seal: organization_id " + wallets.get(1).organizationId()
                                + ", livemode false, currency THB, from_seq 4");
    }

    @Test
    void rowsThatWereAddedOrMovedAreNamed() {
        of(0, """
                INSERT INTO transfer SELECT organization_id, livemode, currency, 10, gen_random_uuid(), debit, credit, amount, operation,
                    reference, 100, 0, 0, created_at, mac FROM transfer WHERE seq = 9""");
        of(1, "UPDATE transfer SET seq = 50 WHERE seq = 5");
        of(2, "UPDATE seal SET from_seq = 5 WHERE from_seq = 4");
        of(3, "UPDATE seal SET to_seq = 12 WHERE from_seq = 7");
        of(
                3,
                "INSERT INTO seal SELECT organization_id, livemode, currency, 20, 21, hash, mac, now() FROM seal WHERE from_seq = 1");
        assertThat(findings())
                .containsExactly(
                        "transfer: 0 seq 10 seq, transfer_id, available_after",
                        "transfer: 1 seq 5",
                        "transfer: 1 seq 50 seq",
                        "seal: 2 transfers 5 to 6 from_seq",
                        "seal: 3 transfers 7 to 12 to_seq",
                        "seal: 3 transfers 20 to 21 from_seq, to_seq, sealed_at",
                        "seal: organization_id " + wallets.get(2).organizationId()
                                + ", livemode false, currency THB, from_seq 4");
    }

    @Test
    void aSealThatWasMovedToAnotherWalletDoesNotMakeThoseThereWrong() {
        var robbed = TestLedger.wallet("THB");
        for (int seal = 0; seal < 2; seal++) {
            for (int time = 0; time < 4; time++) {
                ledger.topUp(robbed, 10);
            }
            ledger.seal();
        }
        wallets.add(robbed);
        of(4, "UPDATE seal SET organization_id = '" + wallets.getFirst().organizationId() + "' WHERE from_seq = 5");
        assertThat(findings())
                .containsExactly(
                        "seal: 0 transfers 5 to 8 organization_id",
                        "seal: organization_id " + robbed.organizationId()
                                + ", livemode false, currency THB, from_seq 5");
    }

    @Test
    void theEndsOfChainsThatWereDeletedAreNamed() {
        of(0, "DELETE FROM transfer WHERE seq > 5");
        of(1, "DELETE FROM transfer WHERE seq = 9");
        of(1, "DELETE FROM seal WHERE from_seq = 7");
        of(2, "DELETE FROM transfer WHERE true");
        of(2, "DELETE FROM wallet WHERE true");
        assertThat(findings())
                .containsExactly(
                        "transfer: 0 seq 6 to 9",
                        "transfer: 1 seq 9",
                        "seal: 2 transfers 1 to 3",
                        "seal: 2 transfers 4 to 6",
                        "seal: 2 transfers 7 to 9",
                        "seal: organization_id " + wallets.get(1).organizationId()
                                + ", livemode false, currency THB, from_seq 7");
    }

    /** As if the service had a bug: the MACs are valid, and the sums are not. */
    @Test
    void afterAContradictionTheAuditGoesOn() {
        var transfer =
                "UPDATE transfer SET available_after = available_after + 1 WHERE organization_id = '%s' AND seq >= 4";
        ledger.asAnotherNode("transfer", transfer.formatted(wallets.get(2).organizationId()));
        ledger.asAnotherNode("wallet", "UPDATE wallet SET available = available + 2");
        assertThat(findings())
                .containsExactly(
                        "wallet: 0 available",
                        "wallet: 1 available",
                        "transfer: 2 seq 4 available_after",
                        "seal: 2 transfers 4 to 6 hash",
                        "seal: 2 transfers 7 to 9 hash",
                        "wallet: 2 available",
                        "wallet: 3 available");
    }

    @Test
    void aBoundedNumberOfFindingsIsKept() {
        var findings = new Findings();
        var later = findings.ofPart(2);
        var earlier = findings.ofPart(1);
        for (int number = 0; number < Findings.KEPT_MAX; number++) {
            later.add("later", "row " + number, "", "");
        }
        for (int number = 0; number < 3; number++) {
            earlier.add("earlier", "row " + number, "", "");
        }
        assertThat(findings.until(2)).extracting(Finding::key).containsExactly("row 0", "row 1", "row 2");
        assertThat(later.until(3))
                .hasSize(Findings.KEPT_MAX - 3)
                .last()
                .satisfies(last -> assertThat(last.key()).isEqualTo("row " + (Findings.KEPT_MAX - 4)));
    }

    @Test
    void veryManyWrongRowsAreCounted() {
        var many = TestLedger.wallet("USD");
        ManyTransfers.fill(ledger, many, Findings.KEPT_MAX + 5);
        ledger.asOwner("UPDATE transfer SET amount = amount + 1");
        var report = ledger.audit();
        assertThat(report.findings()).hasSize(Findings.KEPT_MAX);
        assertThat(report.clean()).isFalse();
    }
}
