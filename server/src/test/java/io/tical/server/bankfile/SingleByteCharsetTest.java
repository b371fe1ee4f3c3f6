package io.tical.server.bankfile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.Charset;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SingleByteCharsetTest {
    @ParameterizedTest
    @CsvSource({"cp874, windows-874, 31", "windows-1252, windows-1252, 5"})
    void everyByteIsReadAsJavaReadsItOrRefused(String name, String java, int undefined) throws Exception {
        var refused = 0;
        for (var octet = 0; octet < 256; octet++) {
            var bytes = new byte[] {(byte) octet};
            var charset = SingleByteCharset.named(name);
            assertThat(charset).isNotNull();
            var reader = new StrictReader(new ByteArrayInputStream(bytes), charset);
            if (reader.isText()) {
                var again = new StrictReader(new ByteArrayInputStream(bytes), charset);
                var expected = new String(bytes, Charset.forName(java));
                assertThat(String.valueOf((char) again.read())).isEqualTo(octet == '\r' ? "\n" : expected);
                assertThat(expected.getBytes(charset)).isEqualTo(bytes);
            } else {
                refused++;
                assertThat(reader.fault())
                        .hasMessage("The file is not " + java + ": a byte 0x"
                                + HexFormat.of().withUpperCase().toHexDigits((byte) octet) + ".");
            }
        }
        assertThat(refused).isEqualTo(undefined);
    }

    @Test
    void aNameThatHasNoTableHereIsLeftToJava() {
        assertThat(SingleByteCharset.named("UTF-8")).isNull();
    }
}
