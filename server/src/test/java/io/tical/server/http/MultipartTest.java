package io.tical.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.server.problem.Problem;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms as browsers, programs and strangers write them. */
class MultipartTest {
    private static final String PART = "Content-Disposition: form-data; name=\"slip\"; filename=\"a.png\"\r\n";

    private static String file(String form) {
        var bytes = form.getBytes(StandardCharsets.ISO_8859_1);
        var part = Multipart.file(ByteBuffer.wrap(bytes), "b", "slip", 100);
        return new String(bytes, part.from(), part.length(), StandardCharsets.ISO_8859_1);
    }

    private static String refusal(String form) {
        try {
            return "taken: " + file(form);
        } catch (Problem problem) {
            return ErrorAnswer.of(problem).status() + " " + problem.code();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "multipart/form-data; boundary=abc | abc",
                "multipart/form-data;boundary=abc | abc",
                "Multipart/Form-Data; BOUNDARY=abc | abc",
                "multipart/form-data; charset=utf-8; boundary=abc | abc",
                "multipart/form-data; boundary=abc; charset=utf-8 | abc",
                "multipart/form-data; boundary=\"a b:c\" | a b:c",
                "multipart/form-data; boundary====1656457491496=== | ===1656457491496===",
                "multipart/form-data; boundary=\"===============7330845974216740156==\" | ===============7330845974216740156==",
                "multipart/form-data; boundary=a/b:c?d@e(f)[g],h;charset=UTF-8 | a/b:c?d@e(f)[g],h",
                "multipart/form-data;\tboundary=abc\t; charset=UTF-8 | abc",
                "multipart/form-data; boundary=abc; | abc",
                "multipart/form-data; boundary=---------------------------9051914041544843365972754266 | ---------------------------9051914041544843365972754266",
                "multipart/form-data; boundary=------------------------d74496d66958873e | ------------------------d74496d66958873e",
                "multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW | ----WebKitFormBoundary7MA4YWxkTrZu0gW"
            })
    void theBoundaryIsRead(String contentType, String boundary) {
        assertThat(Multipart.boundary(contentType)).isEqualTo(boundary);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data",
                "multipart/form-data; boundary=",
                "multipart/form-data; boundary=\"\"",
                "multipart/form-data; boundary=\"abc",
                "multipart/form-data; boundary=a b",
                "multipart/form-data; boundary=ü",
                "multipart/form-data; boundary=\"abc \"",
                "multipart/form-data; boundary=a\"b",
                "multipart/form-data; boundary=0123456789012345678901234567890123456789012345678901234567890123456789x"
            })
    void aFormWithoutABoundaryIsRefused(String contentType) {
        assertThatThrownBy(() -> Multipart.boundary(contentType)).isInstanceOf(Problem.BadRequest.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "application/json", "multipart/mixed; boundary=b", "text/plain; boundary=b"})
    void aBodyThatIsNoFormIsUnsupported(String contentType) {
        assertThatThrownBy(() -> Multipart.boundary(contentType)).isInstanceOf(Problem.UnsupportedMedia.class);
    }

    @Test
    void theFileIsFoundAmongOtherFields() {
        assertThat(file("--b\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nslip\r\n--b\r\n" + PART
                        + "Content-Type: image/png\r\n\r\nthe file\r\n--b--\r\n"))
                .isEqualTo("the file");
    }

    /** An upload of an old Java client for phones. */
    @Test
    void aBoundaryOfEqualsSignsSeparatesParts() {
        var boundary = Multipart.boundary("multipart/form-data; boundary====1656457491496===");
        var form = "--===1656457491496===\r\n" + PART
                + "Content-Type: image/jpeg\r\n\r\nthe file\r\n--===1656457491496===--\r\n";
        var bytes = form.getBytes(StandardCharsets.ISO_8859_1);
        var part = Multipart.file(ByteBuffer.wrap(bytes), boundary, "slip", 100);
        assertThat(form.substring(part.from(), part.from() + part.length())).isEqualTo("the file");
    }

    @Test
    void bytesBeforeAndAfterTheFormAreIgnored() {
        assertThat(file("preamble\r\n--b\r\n" + PART + "\r\nthe file\r\n--b--\r\nepilogue --b\r\n"))
                .isEqualTo("the file");
        assertThat(file("--b \t\r\n" + PART + "\r\nthe file\r\n--b--")).isEqualTo("the file");
    }

    @Test
    void aFileMayHaveAnythingInItButTheBoundaryAfterALine() {
        assertThat(file("--b\r\n" + PART + "\r\n\r\n\r\n--c --b\n--b\r\n\r\n--b--\r\n"))
                .isEqualTo("\r\n\r\n--c --b\n--b\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Disposition: form-data; name=slip",
                "content-disposition:form-data;name=\"slip\"",
                "Content-Disposition: form-data;\r\n name=\"slip\";\r\n\tfilename=\"a.png\"",
                "Content-Disposition: form-data; name=\"slip\"; filename=\"C:\\\\DCIM\\\\IMG_0001.JPG\"",
                "Content-Disposition: form-data; filename=slip of today.jpg; name=slip",
                "Content-Disposition: form-data; filename*=UTF-8''%E0%B8%AA.jpg; name=\"slip\"",
                "Content-Disposition: form-data; name=\"slip\"; filename=\"\u00e0\u00b8.jpg\"; filename*=UTF-8''%E0%B8%AA.jpg",
                "Content-Disposition: form-data; name=\"slip\"; filename=\"a%22b.jpg\"\r\nContent-Transfer-Encoding: binary",
                "Content-Disposition: form-data ; name=\"slip\"",
                "Content-Type: image/png\r\nContent-Disposition: form-data; filename=\"; name=other\"; name=\"slip\"",
                "Content-Disposition: form-data; name=\"slip\"; filename=\"a; name=other; \\\"name=x\""
            })
    void theFieldIsNamedInManyWays(String header) {
        assertThat(file("--b\r\n" + header + "\r\n\r\nthe file\r\n--b--\r\n")).isEqualTo("the file");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Disposition: form-data; filename=\"slip\"",
                "Content-Disposition: form-data; xname=\"slip\"",
                "Content-Disposition: form-data; name=\"other\"; filename=\"; name=slip\"",
                "X: name=\"slip\"",
                ""
            })
    void aPartThatOnlyResemblesTheFieldIsIgnored(String header) {
        assertThat(refusal("--b\r\n" + (header.isEmpty() ? "" : header + "\r\n") + "\r\nthe file\r\n--b--\r\n"))
                .isEqualTo("400 VALIDATION_FAILED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--b",
                "--b--",
                "--b\r\n",
                "--bb\r\n\r\nx\r\n--bb--",
                "--b\r\nContent-Disposition: form-data; name=\"slip\"",
                "--b\r\nContent-Disposition: form-data; name=\"slip\"\r\n\r\nbroken off",
                "--b\r\nContent-Disposition: form-data; name=\"slip\"\r\n\r\nx\r\n--b",
                "--b\r\nContent-Disposition: form-data; name=\"slip\"\r\n\r\nx\r\n--bother\r\n",
                "--b\nContent-Disposition: form-data; name=\"slip\"\n\nx\n--b--\n",
                "just a file"
            })
    void aFormThatBreaksOffOrIsNoneIsRefused(String form) {
        assertThat(refusal(form)).isIn("400 MULTIPART_INVALID", "400 VALIDATION_FAILED");
    }

    @Test
    void twoFilesAreOneTooMany() {
        var part = PART + "\r\nx\r\n--b";
        assertThat(refusal("--b\r\n" + part + "\r\n" + part + "--")).isEqualTo("400 VALIDATION_FAILED");
    }

    @Test
    void anEmptyFileIsNone() {
        assertThat(refusal("--b\r\n" + PART + "\r\n\r\n--b--")).isEqualTo("400 VALIDATION_FAILED");
    }

    @Test
    void aFileHasSoManyBytesAtMost() {
        assertThat(file("--b\r\n" + PART + "\r\n" + "x".repeat(100) + "\r\n--b--"))
                .hasSize(100);
        assertThat(refusal("--b\r\n" + PART + "\r\n" + "x".repeat(101) + "\r\n--b--"))
                .isEqualTo("413 PAYLOAD_TOO_LARGE");
    }

    @Test
    void neitherManyPartsNorLongHeadersAreReadForEver() {
        assertThat(refusal("--b\r\nA: b\r\n\r\nx\r\n".repeat(40) + "--b--")).isEqualTo("400 MULTIPART_INVALID");
        assertThat(refusal("--b\r\nA: " + "b".repeat(10_000) + "\r\n\r\nx\r\n--b--"))
                .isEqualTo("400 MULTIPART_INVALID");
    }
}
