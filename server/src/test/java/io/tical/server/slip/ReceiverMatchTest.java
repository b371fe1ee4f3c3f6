package io.tical.server.slip;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.admin.Slips;
import io.tical.server.rail.SlipParty;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Masked numbers are compared digit by digit in their places, and names word by word; what cannot be told is not guessed. */
class ReceiverMatchTest {
    private static final SlipParty EXPECTED = new SlipParty("KBANK", "1234567890", "0812345678", List.of("Shop"));

    @ParameterizedTest
    @CsvSource({
        "KBANK, 1234567890, , match, true",
        ", 1234567890, , unknown, false",
        "004, xxxxx6789x, , match, false",
        "004, xxxxx678xx, , unknown, false",
        "KBANK, xxxxx6780x, , mismatch, false",
        "SCB, xxxxx6789x, , mismatch, false",
        ", xxxxx6789x, , unknown, false",
        "KBANK, xxxxxxx89x, , unknown, false",
        "KBANK, xxx6789x, , unknown, false",
        "KBANK, , , unknown, false",
        ", , 0812345678, match, true",
        ", , xxxxxx5678, match, false",
        ", , xxxxxxx678, unknown, false",
        "KBANK, , xxxxxx5678, match, false",
        ", , xxxxxx5679, mismatch, false",
        ", , xxxxxxxxx5678, unknown, false",
        "KBANK, xxxxx6789x, xxxxxx5679, mismatch, false",
        "KBANK, xxxxx6780x, 0812345678, mismatch, false",
        "SCB, , xxxxxx5678, mismatch, false",
        ", , , unknown, false"
    })
    void theThreeAnswersOfNumbersAndWhetherOneIsComplete(
            String bank, String account, String proxy, String answer, boolean complete) {
        var match = ReceiverMatch.of(EXPECTED, new SlipParty(bank, account, proxy, List.of()));

        assertThat(match.result().word()).isEqualTo(answer);
        assertThat(match.complete()).isEqualTo(complete);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // What banks make of a name
                "Somchai Jaidee              | SOMCHAI J              | match",
                "Somchai Jaidee              | MR. SOMCHAI J.         | match",
                "Mr.Somchai Jaidee           | Somchai  Jai***        | match",
                "Somchai Jaidee              | S. JAIDEE              | match",
                "Somchai Jaidee              | SOM*** JAI***          | match",
                "Ｓｏｍｃｈａｉ　Ｊａｉｄｅｅ          | Somchai Jaidee         | match",
                "José Peña                   | JOSE PENA              | match",
                "สมชาย ใจดี                    | นาย สมชาย ใ***           | match",
                "นางสาวสมหญิง จำปา             | น.ส. สมหญิง จำ            | match",
                "สมชาย ใจดี                    | นายสมชายใจดี             | match",
                "Tical Demo Collections      | Tical D                | match",
                "Acme Trading Co., Ltd.      | ACME TRADING COMPANY LIMITED | match",
                "บริษัท ทองดี เทรดดิ้ง จำกัด        | บจก. ทองดี เทรดดิ้ง          | match",
                "บริษัททองดีจำกัด (มหาชน)         | ทองดี                    | match",
                "Bo Li                       | BO LI                  | match",
                // Other people
                "Somchai Jaidee              | SOMCHAI K              | mismatch",
                "Somchai Jaidee              | Somsak Jaidee          | mismatch",
                "สมชาย ใจดี                    | สมหญิง ใ***              | mismatch",
                "Demo Shop                   | Somebody else          | mismatch",
                // Too little to tell
                "Somchai Jaidee              | SOMCHAI                | unknown",
                "Somchai Jaidee              | Somchai ***            | unknown",
                "Somchai Jaidee              | S*** J***              | unknown",
                "Somchai Jaidee              | xxx xxxxx              | unknown",
                "Somchai Jaidee              | SOM JAIDEE             | unknown",
                "Somchai J.                  | Somchai Jaidee         | unknown",
                "Somchai Middle Jaidee       | Jaidee Somchai         | unknown",
                "Acme                        | Acme Trading           | unknown",
                "Bo Li                       | BO L.                  | unknown",
                "สมชาย ใจดี                    | SOMCHAI J              | unknown",
                "Somchai Jaidee              | ***                    | unknown",
                "                            | SOMCHAI J              | unknown",
                "Somchai Jaidee              |                        | unknown",
                // Several names
                "Somchai Jaidee              | สมชาย จ / SOMCHAI J      | match",
                "Somchai Jaidee              | สมชาย จ / SOMSAK J       | mismatch",
                "Somchai Jaidee              | My shop / SOMCHAI J    | unknown",
                "สมชาย ใจดี / Somchai Jaidee   | SOMCHAI J              | match"
            })
    void theThreeAnswersOfNames(String expected, String found, String answer) {
        assertThat(NameMatch.of(names(expected), names(found)).result().word()).isEqualTo(answer);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MR. SOMCHAI JAIDEETEST | SOMCHAI JAIDEETESTER | MORE_SHOWN",
                "MR. SOMCHAI JAIDEETEST | JAIDEETEST SOMCHAI | OTHER_ORDER",
                "บริษัท ตัวอย่างการค้า จำกัด | บจก.ตัวอย่างการค้า (ประเทศไทย) | MORE_SHOWN",
                "Tuayang Trading | TUAYANG TRADING CO.,LTD. | MORE_SHOWN",
                "Tuayang Trading Export Co., Ltd. | TUAYANG TRADING CO.,LTD. | OTHER_ORDER",
                "บจก. ตัวอย่าง 99 การค้า | หจก. ตัวอย่าง 99 การค้า | OTHER_KIND",
                "Tuayang Trading Co., Ltd. | MR. TUAYANG TRADING | OTHER_KIND",
                "MR. SOMCHAI JAIDEETEST | MRS. SOMCHAI J | OTHER_TITLE",
                "Somchai Jaidee | SOMCHAI | TOO_LITTLE",
                "สมชาย ใจดี | SOMCHAI J | OTHER_SCRIPT"
            })
    void theReasonIsTrueOfTheNames(String expected, String found, Slips.Phrase why) {
        assertThat(NameMatch.of(names(expected), names(found)).why()).isEqualTo(why);
    }

    private static List<String> names(String text) {
        return text == null
                ? List.of()
                : Stream.of(text.split("/", -1)).map(String::strip).toList();
    }
}
