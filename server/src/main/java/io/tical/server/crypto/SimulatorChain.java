package io.tical.server.crypto;

import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The chain of test deposits, with one block per second. The last two digits of the requested micro-USDT select the
 * payments: 01 pays exactly, 02 pays half, 03 pays one USDT too much, 04 pays in two parts, and 05 pays and is then
 * removed by a reorganisation. Other amounts are not paid. The chain is stateless, so every node sees the same one.
 *
 * @param unitsPerMicro the token's smallest units per micro-USDT
 */
public record SimulatorChain(Clock clock, BigInteger unitsPerMicro) implements ChainWatcher {
    private static final int ADDRESSES_MAX = 200;
    private static final Duration FIRST = Duration.ofSeconds(2);
    private static final Duration SECOND = Duration.ofSeconds(5);
    private static final Duration UNDONE = Duration.ofSeconds(6);
    private static final Duration NEVER = Duration.ofDays(36_500);
    private static final long ONE_USDT = 1_000_000;

    @Override
    public String name() {
        return "simulator";
    }

    @Override
    public int addressesMax() {
        return ADDRESSES_MAX;
    }

    @Override
    public List<ChainOutcome> scan(List<Watched> addresses) {
        var now = clock.instant();
        return addresses.stream()
                .<ChainOutcome>map(watched -> new ChainOutcome.Scanned(
                        payments(watched.expectedMicro()).stream()
                                .filter(payment -> payment.onChain(watched.openedAt(), now))
                                .map(payment -> transfer(watched.address(), watched.openedAt(), payment, now))
                                .filter(transfer -> !watched.known().contains(transfer.txHash()))
                                .toList(),
                        "0",
                        now.getEpochSecond()))
                .toList();
    }

    @Override
    public List<CheckOutcome> check(List<Account> accounts) {
        var now = clock.instant();
        return accounts.stream()
                .<CheckOutcome>map(account -> {
                    var known = account.recorded().stream()
                            .map(ChainTransfer::txHash)
                            .toList();
                    return new CheckOutcome.Checked(
                            payments(account.expectedMicro()).stream()
                                    .filter(payment -> payment.onChain(account.openedAt(), now))
                                    .map(payment -> transfer(account.address(), account.openedAt(), payment, now))
                                    .filter(transfer -> transfer.confirmations() >= account.confirmations())
                                    .filter(transfer -> !known.contains(transfer.txHash()))
                                    .toList(),
                            BigInteger.ZERO,
                            now.minusSeconds(account.confirmations() - 1L));
                })
                .toList();
    }

    /** A payment at a delay after the address was issued, on the chain until it is removed. */
    private record Payment(int number, long micro, Duration after, Duration until) {
        Payment(int number, long micro, Duration after) {
            this(number, micro, after, NEVER);
        }

        boolean onChain(Instant openedAt, Instant now) {
            return !now.isBefore(openedAt.plus(after)) && now.isBefore(openedAt.plus(until));
        }
    }

    private static List<Payment> payments(long micro) {
        return switch ((int) (micro % 100)) {
            case 1 -> List.of(new Payment(1, micro, FIRST));
            case 2 -> List.of(new Payment(1, Math.max(1, micro / 2), FIRST));
            case 3 -> List.of(new Payment(1, micro + ONE_USDT, FIRST));
            case 4 -> List.of(new Payment(1, micro / 2, FIRST), new Payment(2, micro - micro / 2, SECOND));
            case 5 -> List.of(new Payment(1, micro, FIRST, UNDONE));
            default -> List.of();
        };
    }

    private ChainTransfer transfer(String address, Instant openedAt, Payment payment, Instant now) {
        var at = openedAt.plus(payment.after());
        var block = at.getEpochSecond();
        return new ChainTransfer(
                "SIM-" + address + "-" + payment.number(),
                0,
                "SIMULATOR",
                BigInteger.valueOf(payment.micro()).multiply(unitsPerMicro),
                block,
                now.getEpochSecond() - block + 1,
                at);
    }
}
