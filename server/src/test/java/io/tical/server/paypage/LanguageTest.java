package io.tical.server.paypage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "th | TH",
                "th-TH,th;q=0.9,en;q=0.8 | TH",
                "en-US,en;q=0.9,th;q=0.8 | EN",
                "de-DE,de;q=0.9,th;q=0.5 | TH",
                "de,fr | EN",
                "'' | EN",
                "* | EN",
                "th;q=0 | EN",
                "en;q=0.1,th;q=0.2 | TH",
                ";;;q=,th | EN",
                "th;q=nine | EN",
                "<script> | EN",
                "TH | TH",
                "vi-VN | VI",
                "zh-CN,zh;q=0.9,en;q=0.8 | ZH",
                "zh-Hant-TW | ZH",
                "id-ID | ID",
                "lo,th;q=0.9 | LO",
                "my-MM | MY",
                "km;q=0.3,de | KM"
            })
    void aBrowserGetsTheLanguageThatItLikesBest(String accepted, Language language) {
        assertThat(Language.preferred(accepted)).isEqualTo(language);
    }

    @Test
    void theLanguagesAreOfferedAsTheBrowserLikesThem() {
        assertThat(Language.ordered("vi,th;q=0.8,fr;q=0.7,vi;q=0.1"))
                .startsWith(Language.VI, Language.TH, Language.EN)
                .containsExactlyInAnyOrder(Language.values());
    }
}
