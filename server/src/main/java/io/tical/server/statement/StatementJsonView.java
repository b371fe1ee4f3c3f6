package io.tical.server.statement;

import static io.tical.server.ledger.Account.AVAILABLE;
import static io.tical.server.ledger.Account.HELD;
import static io.tical.server.ledger.Account.IN_TRANSIT;

import io.tical.server.http.StreamedContent.Sink;
import io.tical.server.ledger.PostingType;
import io.tical.server.ledger.WalletPoint;
import io.tical.server.statement.Statement.Movement;
import io.tical.server.statement.Statements.Reader;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A statement as the {@code data} of a response: its balances, then its movements. */
record StatementJsonView(Statement statement) {
    private static final Map<String, String> OBJECT_TYPES = Arrays.stream(PostingType.values())
            .collect(Collectors.toUnmodifiableMap(PostingType::word, PostingType::objectType));

    void write(Reader reader, Sink client) {
        var text = new StatementText();
        var wallet = statement.wallet();
        text.add("{\"currency\":")
                .json(wallet.currency())
                .add(",\"livemode\":")
                .add(Boolean.toString(wallet.livemode()))
                .add(",\"from\":")
                .add(statement.from().getEpochSecond())
                .add(",\"to\":")
                .add(statement.to().getEpochSecond())
                .add(",\"opening\":");
        point(text, statement.opening());
        text.add(",\"closing\":");
        point(text, statement.closing());
        text.add(",\"movement_count\":").add(statement.count()).add(",\"movements\":[");
        var before = "";
        for (var page = reader.next(); !page.isEmpty(); page = reader.next()) {
            for (var movement : page) {
                movement(text.add(before), movement);
                before = ",";
            }
            client.write(text.take());
        }
        client.write(text.add("]}").take());
    }

    private static void point(StatementText text, WalletPoint point) {
        text.add("{\"number\":")
                .add(point.seq())
                .add(",\"available\":")
                .add(point.available())
                .add(",\"held\":")
                .add(point.held())
                .add(",\"in_transit\":")
                .add(point.inTransit())
                .add(",\"total\":")
                .add(point.total())
                .add('}');
    }

    private static void movement(StatementText text, Movement movement) {
        var transfer = movement.transfer();
        text.add("{\"number\":")
                .add(transfer.seq())
                .add(",\"id\":\"")
                .add(transfer.id().toString())
                .add("\",\"created_at\":")
                .add(transfer.createdAt().getEpochSecond())
                .add(",\"operation\":")
                .json(transfer.posting())
                .add(",\"debit\":\"")
                .add(transfer.debit().word())
                .add("\",\"credit\":\"")
                .add(transfer.credit().word())
                .add("\",\"amount\":")
                .add(transfer.amount())
                .add(",\"available\":")
                .add(transfer.change(AVAILABLE))
                .add(",\"held\":")
                .add(transfer.change(HELD))
                .add(",\"in_transit\":")
                .add(transfer.change(IN_TRANSIT))
                .add(",\"available_after\":")
                .add(transfer.availableAfter())
                .add(",\"held_after\":")
                .add(transfer.heldAfter())
                .add(",\"in_transit_after\":")
                .add(transfer.inTransitAfter())
                .add(",\"reference_type\":")
                .json(objectType(transfer.posting()))
                .add(",\"reference_id\":\"")
                .add(transfer.reference().toString())
                .add("\",\"merchant_reference\":")
                .json(movement.merchantReference())
                .add('}');
    }

    /** The type of the referenced object; null for an unknown operation, which only an altered row has. */
    static @Nullable String objectType(String operation) {
        return OBJECT_TYPES.get(operation);
    }
}
