package io.tical.server.rail;

import io.tical.common.BankCode;
import io.tical.server.currency.Currencies;
import io.tical.server.transaction.EventType;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An order that is sent nowhere, to see what a file of rails would do with it. */
public final class SampleOrder {
    private static final UUID ID = new UUID(0x0123456789ab7cdeL, 0x8f0123456789abcdL);
    private static final Duration OLD = Duration.ofDays(30);

    private final RailsFile file;
    private final TransferOrder order;
    private final Instant now;

    private SampleOrder(RailsFile file, TransferOrder order, Instant now) {
        this.file = file;
        this.order = order;
        this.now = now;
    }

    /**
     * What is to be paid.
     *
     * @param amount in the currency's unit, such as {@code 1500.00}
     * @param attempt null for the same one each time
     */
    public record Terms(
            String currency,
            String bank,
            String amount,
            String account,
            String holder,
            String reference,
            @Nullable UUID attempt) {}

    /** @throws RailsFile.Invalid if there can be no such payout */
    public static SampleOrder of(RailsFile file, Terms terms, Instant now) {
        var currency = Currencies.shipped()
                .find(terms.currency())
                .orElseThrow(() -> new RailsFile.Invalid(terms.currency() + " is no currency of this service"));
        var bank = BankCode.of(terms.bank(), currency.code())
                .orElseThrow(() -> new RailsFile.Invalid(terms.bank() + " is no bank for " + currency.code()));
        long amount;
        try {
            amount = new BigDecimal(terms.amount())
                    .movePointRight(currency.scale())
                    .longValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw new RailsFile.Invalid(terms.amount() + " is no amount in " + currency.code());
        }
        var order = new TransferOrder(
                EventType.Subject.PAYOUT,
                ID,
                true,
                ID,
                terms.attempt() == null ? ID : terms.attempt(),
                now.minus(OLD),
                1,
                1,
                amount,
                amount,
                currency.code(),
                bank,
                terms.account(),
                terms.holder(),
                terms.reference(),
                null);
        return new SampleOrder(file, order, now);
    }

    /** Has the name of a rail. */
    private record NotSending(String name) implements PayoutRail {
        @Override
        public PayoutOutcome dispatch(TransferOrder order) {
            return new PayoutOutcome.NeverSent();
        }

        @Override
        public PayoutOutcome poll(TransferOrder order) {
            return dispatch(order);
        }
    }

    /** The rail that would be chosen, and why. */
    public Route route() {
        var connected = file.rails().stream()
                .map(config -> new LiveRails.Connected(new NotSending(config.name()), config.terms()))
                .toList();
        return new LiveRails(LiveRails.byName(connected), file.rules(), new ManualRail()).route(order, List.of(), now);
    }

    /**
     * The request that would be sent by a rail, with its secrets hidden; empty if staff make the transfer.
     *
     * @throws RailsFile.Invalid if there is no such rail, or it does not pay the currency
     */
    public Optional<String> request(String rail) {
        return config(rail).map(config -> HttpRail.shown(config, config.send(), order, now));
    }

    /**
     * The request with which it would be polled; empty if it is not.
     *
     * @throws RailsFile.Invalid as {@link #request}
     */
    public Optional<String> poll(String rail) {
        return config(rail)
                .flatMap(config ->
                        Optional.ofNullable(config.poll()).map(poll -> HttpRail.shown(config, poll, order, now)));
    }

    /** Empty for the manual rail. */
    private Optional<HttpRail.Config> config(String rail) {
        if (rail.equals(ManualRail.NAME)) {
            return Optional.empty();
        }
        var config = file.rail(rail).orElseThrow(() -> new RailsFile.Invalid("there is no rail " + rail));
        if (!config.currencies().containsKey(order.currency())) {
            throw new RailsFile.Invalid("the rail " + rail + " does not pay " + order.currency());
        }
        return Optional.of(config);
    }

    /**
     * How an answer of a rail would be read, in a sentence.
     *
     * @param poll whether it answers a poll
     * @throws RailsFile.Invalid as {@link #request}, or if it has no poll
     */
    public String outcome(String rail, boolean poll, int status, byte[] answer) {
        var config = config(rail).orElseThrow(() -> new RailsFile.Invalid("the manual rail gives no answers"));
        var operation = poll ? config.poll() : config.send();
        if (operation == null) {
            throw new RailsFile.Invalid("the rail " + rail + " has no poll");
        }
        var outcome = operation.answer().outcome(status, answer, config.texts(order, now, ""), poll, now);
        return switch (outcome) {
            case null -> "unknown: the configuration does not name this answer";
            case PayoutOutcome.Delivered delivered -> "delivered, reference " + delivered.reference();
            case PayoutOutcome.Failed failed ->
                "failed, " + failed.code().word().toLowerCase(Locale.ROOT) + ": " + failed.message();
            case PayoutOutcome.NeverSent neverSent -> "never sent: the leg gets another attempt";
            case PayoutOutcome.Unknown unknown -> "unknown: " + unknown.why();
            case PayoutOutcome.HandedToStaff handed -> "handed to staff";
        };
    }
}
