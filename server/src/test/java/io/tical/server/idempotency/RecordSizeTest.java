package io.tical.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.db.Database;
import io.tical.db.TestDatabase;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a record of a payout takes on disk: heap, index and long values. */
class RecordSizeTest {
    private static final int RECORDS = 20_000;
    private static final int GROUP = 500;
    private static final double BYTES_MAX = 350;

    private final UUID organization = Ids.next();
    private Database database;

    @BeforeEach
    void open() {
        database = TestDatabase.open();
    }

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void aRecordOfAPayoutWithAnIdAsReferenceIsSmall() {
        assertThat(bytesEach(i -> Ids.next().toString())).isLessThanOrEqualTo(BYTES_MAX);
    }

    @Test
    void aRecordOfAPayoutWithANumberAsReferenceIsSmall() {
        assertThat(bytesEach(i -> String.format(Locale.ROOT, "inv-2026-%07d", i)))
                .isLessThanOrEqualTo(BYTES_MAX);
    }

    private double bytesEach(IntFunction<String> references) {
        for (int from = 0; from < RECORDS; from += GROUP) {
            var records = IntStream.range(from, from + GROUP)
                    .mapToObj(i -> record(i, references.apply(i)))
                    .toList();
            database.transaction(session -> {
                IdempotencyStore.insert(session, records);
                return records;
            });
            assertThat(database.run(session -> IdempotencyStore.find(
                                    session, List.of(records.getFirst().key())))
                            .get(records.getFirst().key())
                            .answer()
                            .data())
                    .isEqualTo(records.getFirst().answer().data());
        }
        return database.<Double>run(session -> session.sql(
                        "SELECT pg_total_relation_size('idempotency') / count(*) AS bytes FROM idempotency")
                .one(row -> (double) row.number("bytes")));
    }

    private IdempotencyRecord record(int i, String reference) {
        var answer = String.format(
                Locale.ROOT,
                """
                {"id":"%1$s","livemode":false,"status":"processing","order_ref":"%2$s","merchant_ref_id":"%2$s","currency":"THB",\
                "currency_code":"THB","amount":%3$d,"request_amount":%3$d,"transfer_amount":0,"chain_transfer_amount":0,\
                "fee_amount":1500,"net_amount":%4$d,"dest_account_id":"%5$s","customer_id":"%6$s","customer_account_id":"%5$s",\
                "customer_name":"Somchai Jaidee","customer_account_holder_name":"Somchai Jaidee","destination":\
                {"bank_code":"SCB","account_no":"%7$010d","holder_name":"Somchai Jaidee"},"sender_type":null,\
                "sender_platform":null,"sender_identifier":null,"sender_holder_name":null,"slip_qr_ref":null,\
                "slip_qr_string":null,"execution_steps":[{"id":"%8$s","step":1,"amount":%3$d,"transfer_amount":0,\
                "status":"pending","created_at":%9$d,"finalized_at":null}],"review_reason":null,"failure_code":null,\
                "failure_message":null,"notes":null,"expired_at":null,"created_at":%9$d,"updated_at":%9$d,"finalized_at":null}""",
                Ids.next(),
                reference,
                100 + i * 7L,
                1_600 + i * 7L,
                UUID.randomUUID(),
                UUID.randomUUID(),
                i * 48_611L,
                Ids.next(),
                1_795_309_891L + i);
        return new IdempotencyRecord(
                new IdempotencyKey(
                        new Principal(organization, false), UUID.randomUUID().toString()),
                UUID.randomUUID().getMostSignificantBits(),
                new StoredAnswer(201, answer.getBytes(StandardCharsets.UTF_8)));
    }
}
