package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tical.server.bankfile.BankEntry.Hint;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement.Kind;
import io.tical.server.bankfile.BankStatement.Proof;
import io.tical.server.bankfile.StatementReader.Limits;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Entries that a bank notifies as JSON. */
class NotifiedEntriesTest {
    private static final StatementReader READER = new NotifiedEntries();
    private static final String ENTRY = "{\"booked\":\"2026-11-20\",\"amount\":50000,\"reference\":\"R1\"}";

    private static Recorder.Statement read(String json) throws Exception {
        return Recorder.read(READER, json).getFirst();
    }

    private static String file(String entry) {
        return "{\"account\":\"1234567890\",\"currency\":\"THB\",\"entries\":[" + entry + "]}";
    }

    private static BankFileException refused(String json) {
        return catchThrowableOfType(BankFileException.class, () -> read(json));
    }

    @Test
    void anEntryHasWhatTheBankSays() throws Exception {
        var statement = read(file("""
                {"booked":"2026-11-20","time":"09:41:07","value":"2026-11-21","amount":-1250,"reference":"R1","end_to_end":"E1",
                "customer_reference":"C1","text":"returned","code":"X1","reversal":true,"return_reason":"AC04",
                "party":{"name":"Somchai","account":"xxx-x-x4567-x","bank":"004"}}"""));
        assertThat(statement.head().kind()).isEqualTo(Kind.NOTIFICATION);
        assertThat(statement.head().account()).isEqualTo("1234567890");
        assertThat(statement.head().currency()).isEqualTo("THB");
        assertThat(statement.foot().proof()).isEqualTo(Proof.NONE);
        assertThat(statement.entries()).singleElement().satisfies(entry -> {
            assertThat(entry.booked()).isEqualTo(LocalDate.of(2026, 11, 20));
            assertThat(entry.time()).isEqualTo(LocalTime.of(9, 41, 7));
            assertThat(entry.value()).isEqualTo(LocalDate.of(2026, 11, 21));
            assertThat(entry.amount()).isEqualTo(-1250);
            assertThat(entry.reversal()).isTrue();
            assertThat(entry.hint()).isEqualTo(Hint.RETURN);
            assertThat(entry.returnReason()).isEqualTo("AC04");
            assertThat(entry.references().bank()).isEqualTo("R1");
            assertThat(entry.references().endToEnd()).isEqualTo("E1");
            assertThat(entry.references().customer()).isEqualTo("C1");
            assertThat(entry.texts()).containsExactly("returned");
            assertThat(entry.counterparty()).isNotNull();
        });
    }

    @Test
    void fieldsThatNobodyKnowsAndTheirOrderDoNotMatter() throws Exception {
        var statement = read("{\"more\":{\"a\":[1,{}]},\"currency\":\"THB\",\"entries\":[" + ENTRY + "," + ENTRY
                + "],\"account\":\"1234567890\"}");
        assertThat(statement.entries()).hasSize(2);
        assertThat(statement.entries()).extracting(BankEntry::position).containsExactly(1, 2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"booked\":\"2026-11-20\",\"amount\":50000}|FIELD_MISSING",
                "{\"amount\":50000,\"reference\":\"R1\"}|FIELD_MISSING",
                "{\"booked\":\"2026-11-20\",\"reference\":\"R1\"}|AMOUNT",
                "{\"booked\":\"2026-11-31\",\"amount\":1,\"reference\":\"R1\"}|DATE",
                "{\"booked\":\"20/11/2026\",\"amount\":1,\"reference\":\"R1\"}|DATE",
                "{\"booked\":\"2027-11-20\",\"amount\":1,\"reference\":\"R1\"}|DATE_IN_FUTURE",
                "7|FIELD_INVALID",
            })
    void anEntryThatIsNotValidIsRefused(String entry, Fault fault) {
        assertThat(refused(file(entry)).fault()).isEqualTo(fault);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"booked\":\"2026-11-20\",\"amount\":1.5,\"reference\":\"R1\"}",
                "{\"booked\":\"2026-11-20\",\"amount\":\"1\",\"reference\":\"R1\"}",
                "{\"booked\":\"2026-11-20\",\"amount\":92233720368547758070,\"reference\":\"R1\"}",
                "{\"booked\":\"2026-11-20\",\"amount\":1,\"reference\":\"R1\"",
            })
    void anAmountThatIsNoWholeNumberAndAFileThatEndsEarlyAreRefused(String entry) {
        assertThat(refused(file(entry))).isNotNull();
    }

    /** What followed such an entry was lost once. */
    @ParameterizedTest
    @ValueSource(strings = {"7", "null", "[]", "\"x\""})
    void whatIsNoEntryDoesNotEndTheList(String entry) {
        assertThat(refused(file(ENTRY + "," + entry + "," + ENTRY)).fault()).isEqualTo(Fault.FIELD_INVALID);
    }

    @Test
    void moreEntriesThanAFileMayHaveAreRefused() {
        var many = IntStream.range(0, 4).mapToObj(number -> ENTRY).collect(Collectors.joining(","));
        var refused = catchThrowableOfType(
                BankFileException.class,
                () -> Recorder.read(
                        READER,
                        Recorder.source(file(many).getBytes(StandardCharsets.UTF_8)),
                        Recorder.context(new Limits(3, 100, 5))));
        assertThat(refused.fault()).isEqualTo(Fault.TOO_MANY_ENTRIES);
    }

    @Test
    void aCurrencyThatIsNotKnownIsRefused() {
        assertThat(refused(file(ENTRY).replace("THB", "XXX")).fault()).isEqualTo(Fault.CURRENCY_UNKNOWN);
    }
}
