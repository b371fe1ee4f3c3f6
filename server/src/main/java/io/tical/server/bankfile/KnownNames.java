package io.tical.server.bankfile;

import io.tical.server.bankfile.CsvProfile.Line;
import io.tical.server.bankfile.CsvProfile.Role;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Names that banks give their columns and the lines around them, in English and Thai. */
final class KnownNames {
    private static final Map<Role, String> COLUMNS = new EnumMap<>(Map.ofEntries(
            Map.entry(
                    Role.DATE,
                    "date|transaction date|txn date|tran date|booking date|posting date|post date|entry date"
                            + "|วันที่|วันที่ทำรายการ|วันที่รายการ|วันที่บันทึก|วันเดือนปี|วัน/เดือน/ปี"),
            Map.entry(Role.TIME, "time|transaction time|txn time|เวลา|เวลาทำรายการ"),
            Map.entry(
                    Role.VALUE_DATE,
                    "value date|effective date|eff. date|eff.date|value|วันที่มีผล|วันที่คิดมูลค่า|วันที่มีผลบังคับ"),
            Map.entry(
                    Role.DEBIT,
                    "debit|debits|debit amount|withdrawal|withdrawals|withdraw|withdrawal amount|paid out|money out|out|dr|dr."
                            + "|ถอน|ถอนเงิน|เงินถอน|รายการถอน|จำนวนเงินถอน|เดบิต|หักบัญชี|เงินออก|จ่าย"),
            Map.entry(
                    Role.CREDIT,
                    "credit|credits|credit amount|deposit|deposits|deposit amount|paid in|money in|in|cr|cr."
                            + "|ฝาก|ฝากเงิน|เงินฝาก|รายการฝาก|จำนวนเงินฝาก|เครดิต|เข้าบัญชี|เงินเข้า|รับ"),
            Map.entry(Role.AMOUNT, "amount|transaction amount|txn amount|amt|จำนวนเงิน|จำนวน|ยอดเงิน"),
            Map.entry(Role.SIGN, "dr/cr|cr/dr|d/c|c/d|debit/credit|credit/debit|+/-|sign|type|ประเภท|ประเภทรายการ"),
            Map.entry(
                    Role.BALANCE,
                    "balance|running balance|outstanding balance|ledger balance|available balance|balance amount|closing balance"
                            + "|ยอดคงเหลือ|คงเหลือ|ยอดเงินคงเหลือ|ยอดเงินในบัญชี"),
            Map.entry(
                    Role.CODE,
                    "code|transaction code|tran code|tr code|txn code|tran. code|รหัส|รหัสรายการ|รหัสการทำรายการ"),
            Map.entry(
                    Role.CHEQUE,
                    "cheque|cheque no|cheque no.|cheque number|check no|check no.|check number|เช็ค|เลขที่เช็ค|หมายเลขเช็ค"),
            Map.entry(
                    Role.REFERENCE,
                    "reference|reference no|reference no.|reference number|ref|ref.|ref no|ref no.|ref. no.|bank reference"
                            + "|transaction id|transaction no|transaction no.|txn id|เลขที่อ้างอิง|หมายเลขอ้างอิง|อ้างอิง|เลขที่รายการ"),
            Map.entry(Role.NUMBER, "no|no.|#|seq|seq.|seq no|sequence|item|line|ลำดับ|ลำดับที่|ที่"),
            Map.entry(
                    Role.ACCOUNT,
                    "account|account no|account no.|account number|a/c no|a/c no.|บัญชี|เลขที่บัญชี|หมายเลขบัญชี"),
            Map.entry(Role.CURRENCY, "currency|currency code|ccy|สกุลเงิน")));

    private static final Map<Line, String> LINES = new EnumMap<>(
            Map.of(
                    Line.ACCOUNT,
                    "account|account no|account no.|account number|a/c no|a/c no.|a/c number|เลขที่บัญชี|เลขที่บัญชีเงินฝาก|หมายเลขบัญชี|บัญชีเลขที่",
                    Line.CURRENCY,
                    "currency|currency code|ccy|สกุลเงิน",
                    Line.FROM,
                    "from|from date|start date|date from|ตั้งแต่วันที่|ตั้งแต่|จากวันที่",
                    Line.TO,
                    "to|to date|end date|date to|ถึงวันที่|ถึง",
                    Line.OPENING,
                    "opening balance|beginning balance|balance brought forward|brought forward|b/f|ยอดยกมา|ยอดคงเหลือยกมา|ยอดต้นงวด",
                    Line.CLOSING,
                    "closing balance|ending balance|balance carried forward|carried forward|c/f|ยอดยกไป|ยอดคงเหลือยกไป|ยอดปลายงวด|ยอดคงเหลือสิ้นงวด",
                    Line.CREDIT_SUM,
                    "total deposit|total deposits|total credit|total credits|total in|รวมฝาก|รวมเงินฝาก|รวมรายการฝาก|รวมเครดิต|ยอดรวมฝาก",
                    Line.DEBIT_SUM,
                    "total withdrawal|total withdrawals|total debit|total debits|total out|รวมถอน|รวมเงินถอน|รวมรายการถอน|รวมเดบิต|ยอดรวมถอน"));

    private static final Map<String, Role> ROLES = byName(COLUMNS);
    private static final Map<String, Line> LABELS = byName(LINES);

    private KnownNames() {}

    private static <E> Map<String, E> byName(Map<E, String> names) {
        var meanings = new HashMap<String, E>();
        names.forEach((meaning, all) -> List.of(all.split("\\|")).forEach(name -> meanings.putIfAbsent(name, meaning)));
        return meanings;
    }

    /** What a column of this name most probably is. */
    static Optional<Role> role(String name) {
        return Optional.ofNullable(ROLES.get(plain(name)));
    }

    /** What the cell after this label most probably says. */
    static Optional<Line> line(String label) {
        return Optional.ofNullable(LABELS.get(plain(label)));
    }

    /** Without what banks add: a colon, a unit in brackets, and a second language after a line end or stroke. */
    private static String plain(String name) {
        var text = CellText.name(name);
        var end = text.indexOf('(');
        if (end > 0) {
            text = text.substring(0, end).strip();
        }
        return text.endsWith(":") ? text.substring(0, text.length() - 1).strip() : text;
    }
}
