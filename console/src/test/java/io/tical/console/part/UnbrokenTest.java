package io.tical.console.part;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Numbers that are compared are shown whole. */
class UnbrokenTest {
    @Test
    void aLineEndsBetweenWordsAndNoNumberIsBroken() {
        assertThat(Unbroken.lines("KBANK 123-4-56789-0")).isEqualTo("KBANK 123-4-56789-0");
        assertThat(Unbroken.lines("KBANK 123-4-56789-0 PromptPay 0812345678"))
                .isEqualTo("KBANK 123-4-56789-0\nPromptPay 0812345678");
        var long34 = "DE" + "1234567890".repeat(3) + "12";
        assertThat(Unbroken.lines("OTHER " + long34)).isEqualTo("OTHER\n" + long34);
        assertThat(Unbroken.lines("")).isEmpty();
    }
}
