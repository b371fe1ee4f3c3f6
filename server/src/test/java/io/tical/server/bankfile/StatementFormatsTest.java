package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tical.server.bankfile.BankFileException.Fault;
import io.tical.server.bankfile.StatementFormats.Family;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementFormatsTest {
    static final StatementFormats FORMATS = new StatementFormats(Map.of(
            Family.TABLE, new CsvReader(CsvProfiles.shipped()), Family.MT, new MtReader(TextEncoding.DETECT_WESTERN)));

    private final List<Family> chosen = new ArrayList<>();

    private StatementFormats naming() {
        var readers = new EnumMap<Family, StatementReader>(Family.class);
        for (var family : Family.values()) {
            readers.put(family, (_, _, _) -> chosen.add(family));
        }
        return new StatementFormats(readers);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "<?xml version=\"1.0\"?><Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\">, CAMT",
                "<ns2:Document xmlns:ns2=\"urn:x\">, CAMT",
                "<?xml version=\"1.0\"?><!DOCTYPE Document>, CAMT",
                "<?xml version=\"1.0\"?><?OFX OFXHEADER=\"200\" VERSION=\"211\"?><OFX>, OFX",
                "OFXHEADER:100, OFX",
                "<OFX><SIGNONMSGSRSV1>, OFX",
                ":20:STARTUMS, MT",
                "{1:F01TESTTH99AXXX0000000000}{2:I940TESTTH99XXXXN}{4:, MT",
                "<html><body><table>, TABLE",
                "<!DOCTYPE html><html>, TABLE",
                "<TABLE border=1>, TABLE",
                "Account Number|Date, TABLE",
                "`,,,\"300,110.50\",B/F`, TABLE",
            })
    void theFirstBytesShowTheFormat(String text, Family family) throws Exception {
        for (var before : new String[] {"", "\r\n\r\n ", "\uFEFF", "\u0001"}) {
            Recorder.read(naming(), (before + text).getBytes(StandardCharsets.UTF_8));
        }
        Recorder.read(naming(), ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE));
        assertThat(chosen).hasSize(5).containsOnly(family);
    }

    @ParameterizedTest
    @CsvSource({
        "'', EMPTY",
        "EFBBBF, EMPTY",
        "0D0A20, EMPTY",
        "D0CF11E0A1B11AE1, OLE_SPREADSHEET",
        "504B03041400060008000000210062EE9D68, ARCHIVE",
        "504B0304140006000800000021005B436F6E74656E745F54797065735D2E786D6C, SPREADSHEET",
        "504B030414000600080000002100786C2F776F726B626F6F6B2E786D6C, SPREADSHEET",
        "1F8B0800, ARCHIVE",
        "255044462D312E37, PDF",
        "3C68746D6C3E3C2F68746D6C3E, NOT_A_STATEMENT",
        "48656C6C6F, COLUMNS",
    })
    void whatIsNoStatementIsRefusedWithWhatToDo(String bytes, Fault fault) {
        var refused = catchThrowableOfType(
                BankFileException.class,
                () -> Recorder.read(FORMATS, HexFormat.of().parseHex(bytes)));
        assertThat(refused.fault()).isEqualTo(fault);
    }

    @Test
    void aFormatWithoutAReaderIsRefused() {
        var refused = catchThrowableOfType(
                BankFileException.class, () -> Recorder.read(FORMATS, "<Document>".getBytes(StandardCharsets.UTF_8)));
        assertThat(refused.fault()).isEqualTo(Fault.NOT_A_STATEMENT);
    }
}
