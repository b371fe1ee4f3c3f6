package io.tical.server.statement;

import static io.tical.server.ledger.Account.AVAILABLE;
import static io.tical.server.ledger.Account.HELD;
import static io.tical.server.ledger.Account.IN_TRANSIT;

import io.tical.common.CsvCell;
import io.tical.server.http.StreamedContent.Sink;
import io.tical.server.ledger.WalletPoint;
import io.tical.server.statement.Statement.Movement;
import io.tical.server.statement.Statements.Reader;
import java.time.Instant;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * A statement as CSV (RFC 4180): a header, a row with the opening balances, one for each movement, and one with the closing balances.
 * Spreadsheets open these files, so they begin with a byte order mark, which identifies UTF-8.
 *
 * @param scale decimal digits of the currency
 * @param zone of its times, which are written with their offset
 */
record StatementCsvView(Statement statement, int scale, ZoneId zone) {
    private static final String HEADER = "number,id,created_at,operation,debit,credit,currency,amount_minor,amount,"
            + "available_minor,available,held_minor,in_transit_minor,available_after_minor,available_after,held_after_minor,"
            + "in_transit_after_minor,reference_type,reference_id,merchant_reference\r\n";

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    void write(Reader reader, Sink client) {
        var text = new StatementText(zone).add(BYTE_ORDER_MARK).add(HEADER);
        balances(text, "opening_balance", statement.from(), statement.opening());
        for (var page = reader.next(); !page.isEmpty(); page = reader.next()) {
            page.forEach(movement -> movement(text, movement));
            client.write(text.take());
        }
        balances(text, "closing_balance", statement.to(), statement.closing());
        client.write(text.take());
    }

    private void balances(StatementText text, String operation, Instant at, WalletPoint point) {
        text.add(point.seq()).add(",,").time(at).add(',').add(operation).add(",,,");
        text.add(statement.wallet().currency()).add(",,,,,,,");
        after(text, point.available(), point.held(), point.inTransit());
        text.add(",,\r\n");
    }

    private void movement(StatementText text, Movement movement) {
        var transfer = movement.transfer();
        text.add(transfer.seq())
                .add(',')
                .add(transfer.id().toString())
                .add(',')
                .time(transfer.createdAt())
                .add(',')
                .add(transfer.posting())
                .add(',')
                .add(transfer.debit().word())
                .add(',')
                .add(transfer.credit().word())
                .add(',')
                .add(statement.wallet().currency())
                .add(',')
                .add(transfer.amount())
                .add(',')
                .decimal(transfer.amount(), scale)
                .add(',')
                .add(transfer.change(AVAILABLE))
                .add(',')
                .decimal(transfer.change(AVAILABLE), scale)
                .add(',')
                .add(transfer.change(HELD))
                .add(',')
                .add(transfer.change(IN_TRANSIT))
                .add(',');
        after(text, transfer.availableAfter(), transfer.heldAfter(), transfer.inTransitAfter());
        text.add(value(StatementJsonView.objectType(transfer.posting())))
                .add(',')
                .add(transfer.reference().toString())
                .add(',')
                .add(value(movement.merchantReference()))
                .add("\r\n");
    }

    private static String value(@Nullable String text) {
        return text == null ? "" : CsvCell.of(text);
    }

    private void after(StatementText text, long available, long held, long inTransit) {
        text.add(available)
                .add(',')
                .decimal(available, scale)
                .add(',')
                .add(held)
                .add(',')
                .add(inTransit)
                .add(',');
    }
}
