package io.tical.console.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Word;
import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.BankStatement;
import io.tical.server.bankfile.Notice;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the readers of bank files say has words in every language, with all its values. */
class BankWordsTest {
    private static final String FAULT = "bank-statements.fault.BANK_FILE_";
    private static final String REMARK = "bank-statements.remark.";

    private static void saysAll(Texts texts, String key, String english) {
        assertThat(texts.has(key)).as(key).isTrue();
        var values = english.split("%s", -1).length - 1;
        for (int number = 0; number < values; number++) {
            assertThat(texts.get(key)).as(key).contains("{" + number + "}");
        }
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void everyFaultAndEveryRemarkHasWordsWithItsValues(Language language) {
        var texts = new Texts(language);
        Stream.of(Fault.values()).forEach(fault -> saysAll(texts, FAULT + fault.name(), fault.text()));
        Stream.of(Notice.Kind.values()).forEach(kind -> saysAll(texts, REMARK + kind.name(), kind.text()));
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void everyProofAndKindOfAStatementHasWords(Language language) {
        var texts = new Texts(language);
        Stream.of(BankStatement.Proof.values())
                .map(Word::word)
                .forEach(word -> assertThat(texts.has("bank-statements.proof." + word))
                        .as(word)
                        .isTrue());
        Stream.of(BankStatement.Kind.values())
                .map(Word::word)
                .forEach(word -> assertThat(texts.has("bank-statements.kind." + word))
                        .as(word)
                        .isTrue());
    }
}
