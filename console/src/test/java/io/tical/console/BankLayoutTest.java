package io.tical.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.OperatorClient;
import io.tical.server.TestService;
import io.tical.server.staff.Operator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Operators make a layout for the file of a bank that the service does not know, and see their file as they type. */
class BankLayoutTest {
    private static TestService service;
    private static OperatorClient operator;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        service = TestService.start(Map.of());
        operator = service.operator(Operator.Role.FINANCE);
    }

    @AfterAll
    static void stop() {
        service.requireCleanAudit();
        service.close();
    }

    private static String account() {
        return operator.bankAccount("THB").get("account_no").asText();
    }

    private Path file(String bank) throws Exception {
        return Files.writeString(folder.resolve(bank + ".csv"), String.format(Locale.ROOT, """
                        LH ทดสอบ;;;;;
                        เลขที่บัญชี;%s;;;;
                        ยอดยกมา;120,000.00;;;;
                        วันที่ทำรายการ;เวลา;รายการ %s;ประเภท;จำนวนเงิน;ยอดคงเหลือ;เลขที่อ้างอิง
                        20/11/2569;08:14;รับโอนจาก X4567 สมชาย ใจดี;CR;12,500.00;132,500.00;LH0001
                        20/11/2569;09:02;รับโอนจาก X7781 บจก. บัวหลวง;CR;4,310.07;136,810.07;LH0002
                        20/11/2569;10:45;โอนเงินออก X1200 TR-0091;DR;50,000.00;86,810.07;LH0003
                        21/11/2569;11:30;รับโอนจาก X0932 วราภรณ์ ศรี;CR;1,999.25;88,809.32;LH0004
                        21/11/2569;16:20;ค่าธรรมเนียม;DR;35.00;88,774.32;LH0005
                        รวม;;5 รายการ;;;;
                        ยอดยกไป;88,774.32;;;;
                        """, account(), bank));
    }

    private OpenConsole open(Map<String, String> more) throws Exception {
        var wide = new HashMap<>(Map.of("width", "1440", "height", "900"));
        wide.putAll(more);
        return OpenConsole.as(operator, service.tical().ports().admin(), "bank-statements", wide);
    }

    private void begin(OpenConsole console, String bank) throws Exception {
        console.await(console::isIdle);
        console.readFrom(List.of(file(bank)));
        console.push(KeyCode.N);
        console.await(() -> console.isIdle() && console.isVisible("#make-layout"));
        console.push(KeyCode.L);
        console.await(() -> console.isIdle() && console.isVisible("#layout-name"));
    }

    private static String meaning(OpenConsole console, int column) {
        return String.valueOf(console.chosen("#layout-column-" + column));
    }

    @ParameterizedTest
    @MethodSource("io.tical.console.Screens#looks")
    void aLayoutIsProposedCorrectedAndSent(Screens.Look look) throws Exception {
        var name = look.name("layout", "bank-statements");
        try (var console = open(look.remembered())) {
            begin(console, name);
            assertThat(List.of(meaning(console, 0), meaning(console, 3), meaning(console, 4), meaning(console, 5)))
                    .containsExactly("date", "sign", "amount", "balance");
            assertThat(console.textsOf("#layout-preview"))
                    .contains("120,000.00 THB", "+18,809.32 THB", "−50,035.00 THB", "88,774.32 THB");
            console.picture(name);
            assertThat(console.canPress("#layout-send")).isFalse();
            console.choose("#layout-column-3", "text");
            console.await(() -> console.isIdle()
                    && console.text("#layout-preview .remark-danger .label").length() > 1);
            console.picture(look.name("layout-wrong", "bank-statements"));
            console.choose("#layout-column-3", "sign");
            console.await(() -> console.isIdle());
            console.type("#layout-name", "LH " + name);
            console.type("#layout-note", "LH Bank, from their web");
            console.await(() -> console.isIdle() && console.canPress("#layout-send"));
            console.push(KeyCode.CONTROL, KeyCode.ENTER);
            console.await(
                    () -> console.isIdle() && !console.text("#layout-said").isEmpty());
            console.picture(look.name("layout-sent", "bank-statements"));
            console.push(KeyCode.ESCAPE);
            console.await(() -> console.isVisible("#make-layout"));
        }
        assertThat(operator.get("/admin/v1/approvals?status=pending").text()).contains("LH " + name);
    }

    @Test
    void aFaultIsShownAtItsLine() throws Exception {
        try (var console = open(Map.of())) {
            begin(console, "faulty");
            console.type("#layout-dates", "d-M-yyyy");
            console.await(() -> console.isIdle()
                    && console.textsOf("#layout-preview").stream().anyMatch(text -> text.contains("20/11/2569")));
            assertThat(console.canPress("#layout-send")).isFalse();
            console.picture("bank-statements-layout-fault");
        }
    }
}
