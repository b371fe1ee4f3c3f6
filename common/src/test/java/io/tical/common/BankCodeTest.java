package io.tical.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BankCodeTest {
    @ParameterizedTest
    @CsvSource({
        "004, KBANK",
        "KBANK, KBANK",
        "kbank, KBANK",
        "' scb ', SCB",
        "014, SCB",
        "098, SME",
        "002, BBL",
        "UOB, UOBT",
        "024, UOBT",
        "LH, LHFG",
        "LHB, LHFG",
        "073, LHFG",
        "IBANK, ISBT",
        "TMB, TTB",
        "TBANK, TTB",
        "065, TTB",
        "011, TTB",
        "cimb, CIMBT",
        "lhbank, LHFG",
        "icbc, ICBCT",
        "tcrb, TCD",
        "kk, KKP",
        "sc, SCBT",
        "bnp, BNPP",
        "mb, MHCB",
        "mizuho, MHCB",
        "hsbc, HSBC",
        "031, HSBC",
        "db, DB",
        "032, DB",
        "smbc, SMBC",
        "018, SMBC",
        "jpm, JPM",
        "008, JPM",
        "boa, BOA",
        "027, BOA",
        "mega, MEGA",
        "026, MEGA"
    })
    void aThaiBankGoesByItsNumberItsAbbreviationOrAnOlderName(String code, String stored) {
        assertThat(BankCode.of(code, "THB")).contains(stored);
    }

    @ParameterizedTest
    @CsvSource({"999", "4", "0004", "KASIKORN", "''", "CHASUS33", "KB ANK", "００４"})
    void whatNamesNoThaiBankIsNone(String code) {
        assertThat(BankCode.of(code, "THB")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "CHASUS33, USD, CHASUS33",
        "chasus33xxx, USD, CHASUS33XXX",
        "004, KRW, 004",
        "7171, SGD, 7171",
        "kbank, USD, KBANK"
    })
    void elsewhereABankGoesByWhateverItsCountryCallsIt(String code, String currency, String stored) {
        assertThat(BankCode.of(code, currency)).contains(stored);
    }

    @ParameterizedTest
    @CsvSource({"A", "ABCDEFGHIJKL", "AB-C", "ÄB", "'A B'", "''"})
    void elsewhereACodeHas2To11LettersAndDigits(String code) {
        assertThat(BankCode.of(code, "USD")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"004, KBANK", "' kbank ', KBANK", "TMB, TTB", "TrueMoney, TRUEMONEY", "TRUEMONEY, TRUEMONEY"})
    void aBankOrWalletOfATransferHasOneName(String written, String stored) {
        assertThat(BankCode.ofTransfer(written)).contains(stored);
        assertThat(BankCode.transferCodes()).contains(stored);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "999", "Kasikorn Bank", "CHASUS33", "True Money"})
    void whatNamesNoBankOrWalletOfATransferIsUnknown(String written) {
        assertThat(BankCode.ofTransfer(written)).isEmpty();
    }
}
