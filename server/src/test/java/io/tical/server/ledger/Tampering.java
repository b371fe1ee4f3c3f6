package io.tical.server.ledger;

import java.util.List;

/**
 * What somebody with the database in hand could do to the ledger of {@link AuditTest}: a wallet of ten transfers, sealed by fours.
 *
 * @param sql what is done to the database; {@code :o} is the organization, {@code :p} the delivered payout
 * @param table where the finding must be
 * @param says what its sentence must say
 */
record Tampering(String name, String sql, String table, String... says) {
    static final List<Tampering> ALL = List.of(
            new Tampering(
                    "an amount is changed",
                    "UPDATE transfer SET amount = amount + 1 WHERE seq = 3",
                    "transfer",
                    "seq 3 amount: expected what the service wrote"),
            new Tampering(
                    "a balance is changed",
                    "UPDATE transfer SET held_after = held_after + 1 WHERE seq = 4",
                    "transfer",
                    "seq 4 held_after"),
            new Tampering(
                    "a transfer is deleted", "DELETE FROM transfer WHERE seq = 5", "transfer", "seq 5:", "found none"),
            new Tampering(
                    "the last transfer is deleted",
                    "DELETE FROM transfer WHERE seq = 10",
                    "transfer",
                    "seq 10:",
                    "found none"),
            new Tampering(
                    "the first transfer is deleted",
                    "DELETE FROM transfer WHERE seq = 1",
                    "transfer",
                    "seq 1:",
                    "the next one is seq 2"),
            new Tampering(
                    "an account is changed",
                    "UPDATE transfer SET debit = 'rail' WHERE seq = 1",
                    "transfer",
                    "seq 1 debit:"),
            new Tampering(
                    "an account is made up",
                    "UPDATE transfer SET credit = 'moon' WHERE seq = 2",
                    "transfer",
                    "seq 2 credit:"),
            new Tampering(
                    "an operation is made up",
                    "UPDATE transfer SET operation = 'theft' WHERE seq = 2",
                    "transfer",
                    "seq 2 operation:"),
            new Tampering(
                    "an operation is another",
                    "UPDATE transfer SET operation = 'payout_release' WHERE seq = 1",
                    "transfer",
                    "seq 1 operation:"),
            new Tampering(
                    "a time goes back",
                    "UPDATE transfer SET created_at = created_at - interval '1 day' WHERE seq = 6",
                    "transfer",
                    "seq 6 created_at"),
            new Tampering(
                    "a time has microseconds",
                    "UPDATE transfer SET created_at = created_at + interval '1 microsecond' WHERE seq = 10",
                    "transfer",
                    "seq 10 created_at:"),
            new Tampering(
                    "a reference is changed",
                    "UPDATE transfer SET reference = gen_random_uuid() WHERE seq = 1",
                    "transfer",
                    "seq 1 reference:"),
            new Tampering(
                    "an id is changed",
                    "UPDATE transfer SET transfer_id = gen_random_uuid() WHERE seq = 7",
                    "transfer",
                    "seq 7 transfer_id:"),
            new Tampering(
                    "a wallet is richer",
                    "UPDATE wallet SET available = available + 1",
                    "wallet",
                    "available: expected"),
            new Tampering("a wallet counts fewer", "UPDATE wallet SET last_seq = 9", "wallet", "last_seq:"),
            new Tampering("a wallet counts more", "UPDATE wallet SET last_seq = 11", "wallet", "last_seq:"),
            new Tampering("a wallet is deleted", "DELETE FROM wallet", "wallet", "because it has transfers"),
            new Tampering(
                    "a seal is forged",
                    "UPDATE seal SET hash = sha256('x') WHERE from_seq = 5",
                    "seal",
                    "transfers 5 to 8 hash"),
            new Tampering(
                    "a MAC is forged",
                    "UPDATE seal SET mac = sha256('x') WHERE from_seq = 1",
                    "seal",
                    "transfers 1 to 4 mac"),
            new Tampering(
                    "a seal is deleted",
                    "DELETE FROM seal WHERE from_seq = 1",
                    "seal",
                    "from transfer 1: expected the seal",
                    "5 to 8"),
            new Tampering(
                    "a seal is moved", "UPDATE seal SET from_seq = 6 WHERE from_seq = 5", "seal", "transfers 6 to 8"),
            new Tampering(
                    "a seal ends later", "UPDATE seal SET to_seq = 12 WHERE from_seq = 5", "seal", "transfers 5 to 12"),
            new Tampering(
                    "a seal of nothing",
                    "INSERT INTO seal SELECT organization_id, livemode, currency, 11, 12, hash, mac, now() FROM seal WHERE from_seq = 5",
                    "seal",
                    "transfers 11 to 12"),
            new Tampering(
                    "a seal of nobody",
                    "INSERT INTO seal SELECT gen_random_uuid(), livemode, currency, 1, 2, hash, mac, now() FROM seal WHERE from_seq = 5",
                    "seal",
                    "transfers 1 to 2 organization_id"),
            new Tampering(
                    "a leg is dispatched twice",
                    "DROP INDEX payout_attempt_one_alive; INSERT INTO payout_attempt SELECT organization_id, livemode, payout_id, step, 2,"
                            + " gen_random_uuid(), rail, amount, 'delivered', 0, NULL, now(), now() FROM payout_attempt WHERE payout_id = ':p'",
                    "payout_attempt",
                    "attempt 1:",
                    "dead"),
            new Tampering(
                    "a dead attempt arrived",
                    "UPDATE payout_attempt SET status = 'dead' WHERE payout_id = ':p'; UPDATE payout_step SET transfer_amount = 0 WHERE payout_id = ':p'",
                    "payout_attempt",
                    ":p step 1 attempt 1",
                    "not dead"),
            new Tampering(
                    "an attempt is numbered 2",
                    "UPDATE payout_attempt SET attempt = 2 WHERE payout_id = ':p'",
                    "payout_attempt",
                    "expected attempt 1"),
            new Tampering(
                    "an attempt is deleted",
                    "DELETE FROM payout_attempt WHERE payout_id = ':p'",
                    "payout_step",
                    ":p step 1 transfer_amount"),
            new Tampering(
                    "an attempt sent more",
                    "UPDATE payout_attempt SET amount = amount + 1 WHERE payout_id = ':p'",
                    "payout_attempt",
                    ":p step 1"),
            new Tampering(
                    "the rail delivered less",
                    "UPDATE simulator_transfer SET delivered = 1 WHERE payout_id = ':p'; UPDATE payout_step SET transfer_amount = 299 WHERE payout_id = ':p'",
                    "payout_step",
                    "1, as the rail says"),
            new Tampering(
                    "the rail was told twice",
                    "INSERT INTO simulator_transfer SELECT organization_id, livemode, gen_random_uuid(), payout_id, step, amount, delivered,"
                            + " outcome, now(), subject FROM simulator_transfer WHERE payout_id = ':p'",
                    "simulator_transfer",
                    ":p step 1",
                    "committed before the rail was called"),
            new Tampering(
                    "a leg arrived in part",
                    "UPDATE payout_step SET transfer_amount = 100 WHERE payout_id = ':p'",
                    "payout_step",
                    ":p step 1"),
            new Tampering(
                    "a payout delivered less",
                    "UPDATE payout SET delivered = 100 WHERE payout_id = ':p'",
                    "payout",
                    ":p delivered"),
            new Tampering(
                    "a payout is smaller",
                    "UPDATE payout SET amount = 299, delivered = 299 WHERE payout_id = ':p'",
                    "payout",
                    ":p amount"),
            new Tampering(
                    "a payout is larger than any",
                    AlteredColumn.withoutChecks(List.of("payout"))
                            + "; UPDATE payout SET amount = 9223372036854775807 WHERE payout_id = ':p'",
                    "payout",
                    ":p: expected amounts whose sums"),
            new Tampering(
                    "a transfer is larger than any",
                    "UPDATE transfer SET amount = 9223372036854775807 WHERE operation = 'payout_reserve'",
                    "transfer",
                    " amount: expected what the service wrote"),
            new Tampering(
                    "a payout failed",
                    "UPDATE payout SET status = 'failed' WHERE payout_id = ':p'",
                    "payout",
                    ":p returned"),
            new Tampering(
                    "a payout failed and returned",
                    "UPDATE payout SET status = 'failed', returned = 310, fee_returned = 10, delivered = 0 WHERE payout_id = ':p';"
                            + " UPDATE payout_step SET transfer_amount = 0 WHERE payout_id = ':p'; DELETE FROM payout_attempt WHERE payout_id = ':p';"
                            + " DELETE FROM simulator_transfer WHERE payout_id = ':p'",
                    "payout",
                    ":p, failed",
                    "0 in available"),
            new Tampering(
                    "a payout is still under way",
                    "UPDATE payout SET status = 'processing', delivered = 0 WHERE payout_id = ':p'",
                    "payout",
                    ":p, processing"),
            new Tampering(
                    "a fee is forgotten",
                    "UPDATE payout SET fee = 0 WHERE payout_id = ':p'",
                    "payout",
                    ":p, success",
                    "-300 in available"),
            new Tampering(
                    "a status is made up",
                    "UPDATE payout SET status = 'done' WHERE payout_id = ':p'",
                    "payout",
                    ":p status",
                    "done"),
            new Tampering(
                    "a payout is of another currency",
                    "UPDATE payout SET currency = 'USD' WHERE payout_id = ':p'",
                    "transfer",
                    ":p payout_",
                    "postings in USD"),
            new Tampering(
                    "a payout is deleted",
                    "DELETE FROM payout WHERE payout_id = ':p'",
                    "payout",
                    ":p:",
                    "because it has legs"),
            new Tampering(
                    "a payout is deleted with its legs",
                    "DELETE FROM payout WHERE payout_id = ':p'; DELETE FROM payout_step WHERE payout_id = ':p';"
                            + " DELETE FROM payout_attempt WHERE payout_id = ':p'; DELETE FROM simulator_transfer WHERE payout_id = ':p'",
                    "transfer",
                    "reference",
                    "a payout of this organization"));

    @Override
    public String toString() {
        return name;
    }
}
