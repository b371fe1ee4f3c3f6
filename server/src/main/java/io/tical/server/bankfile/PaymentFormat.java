package io.tical.server.bankfile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A form in which a bank takes payments. */
public sealed interface PaymentFormat {
    /** Unique; operators choose by it. */
    String name();

    /** The number of the bank that takes it; null if any bank may. */
    @Nullable
    String bank();

    /** What the operator may set, with its value if he does not; empty if he must. */
    Map<String, String> settings();

    /** Whether no two payments of a file may have the same account and amount. */
    boolean distinct();

    /** The end of the name of a file. */
    String extension();

    /**
     * Writes a file.
     *
     * @param settings of the operator, by name
     * @throws PaymentFileException if the form cannot hold a payment, or a setting is not valid
     */
    PaymentFile.Written write(PaymentOrders orders, Map<String, String> settings) throws PaymentFileException;

    /** All forms that come with Tical: pain.001, a table, and the layouts of banks. */
    static List<PaymentFormat> shipped() {
        return Stream.<PaymentFormat>concat(
                        Stream.<PaymentFormat>of(
                                new Iso("pain.001.001.09", Pain001.Version.V09),
                                new Iso("pain.001.001.03", Pain001.Version.V03),
                                new Csv()),
                        PaymentLayout.shipped().stream().map(Thai::new))
                .toList();
    }

    static Optional<PaymentFormat> named(String name) {
        return shipped().stream().filter(format -> format.name().equals(name)).findFirst();
    }

    /** The layout of a Thai bank. */
    record Thai(PaymentLayout layout) implements PaymentFormat {
        @Override
        public String name() {
            return layout.name();
        }

        @Override
        public String bank() {
            return layout.bank();
        }

        @Override
        public Map<String, String> settings() {
            return new TreeMap<>(layout.settings());
        }

        @Override
        public boolean distinct() {
            return !layout.references();
        }

        @Override
        public String extension() {
            return "txt";
        }

        @Override
        public PaymentFile.Written write(PaymentOrders orders, Map<String, String> settings)
                throws PaymentFileException {
            return PaymentFile.write(layout, orders, settings, Map.of());
        }
    }

    /** pain.001 of ISO 20022. */
    record Iso(String name, Pain001.Version version) implements PaymentFormat {
        private static final String NAME_MAX = "name_max";
        private static final String EVERY_SCRIPT = "every_script";
        private static final String BATCH_BOOKING = "batch_booking";
        private static final String CHARGES = "charges";
        private static final String NO_CHARGES = "none";
        private static final int TEXT_MAX = 140;

        @Override
        public @Nullable String bank() {
            return null;
        }

        @Override
        public Map<String, String> settings() {
            return new TreeMap<>(
                    Map.of(NAME_MAX, "70", EVERY_SCRIPT, "false", BATCH_BOOKING, "false", CHARGES, NO_CHARGES));
        }

        @Override
        public boolean distinct() {
            return false;
        }

        @Override
        public String extension() {
            return "xml";
        }

        @Override
        public PaymentFile.Written write(PaymentOrders orders, Map<String, String> settings)
                throws PaymentFileException {
            var writer = new Pain001(profile(settings));
            var bytes = new ByteArrayOutputStream();
            try {
                var changed = new HashSet<String>();
                for (var replaced : writer.write(orders, bytes)) {
                    if (replaced.order() > 0) {
                        changed.add(orders.orders().get(replaced.order() - 1).endToEndId());
                    }
                }
                return new PaymentFile.Written(bytes.toByteArray(), changed);
            } catch (IllegalArgumentException e) {
                throw new PaymentFileException(
                        PaymentFileException.Fault.NOT_WRITABLE, null, String.valueOf(e.getMessage()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private Pain001.Profile profile(Map<String, String> settings) throws PaymentFileException {
            var all = new TreeMap<>(settings());
            all.putAll(settings);
            try {
                var charges = all.getOrDefault(CHARGES, NO_CHARGES);
                return new Pain001.Profile(
                        version,
                        Integer.parseInt(String.valueOf(all.get(NAME_MAX))),
                        TEXT_MAX,
                        flag(EVERY_SCRIPT, all),
                        flag(BATCH_BOOKING, all),
                        NO_CHARGES.equals(charges) ? null : Pain001.ChargeBearer.valueOf(charges));
            } catch (IllegalArgumentException e) {
                throw new PaymentFileException(
                        PaymentFileException.Fault.SETTING_INVALID, null, String.valueOf(e.getMessage()));
            }
        }

        private static boolean flag(String name, Map<String, String> settings) {
            return switch (String.valueOf(settings.get(name))) {
                case "true" -> true;
                case "false" -> false;
                default -> throw new IllegalArgumentException(name + " must be true or false");
            };
        }
    }

    /** A table in UTF-8, from which people fill a bank's own form. */
    record Csv() implements PaymentFormat {
        @Override
        public String name() {
            return "CSV";
        }

        @Override
        public @Nullable String bank() {
            return null;
        }

        @Override
        public Map<String, String> settings() {
            return Map.of();
        }

        @Override
        public boolean distinct() {
            return false;
        }

        @Override
        public String extension() {
            return "csv";
        }

        @Override
        public PaymentFile.Written write(PaymentOrders orders, Map<String, String> settings)
                throws PaymentFileException {
            var text = new StringBuilder("\uFEFFreference,bank,account,name,amount,currency,date\r\n");
            var changed = new HashSet<String>();
            for (var order : orders.orders()) {
                var account = order.account();
                if (account == null) {
                    throw new PaymentFileException(PaymentFileException.Fault.ACCOUNT_MISSING, order.endToEndId());
                }
                var name = text(order.creditor());
                if (!name.equals(order.creditor())) {
                    changed.add(order.endToEndId());
                }
                row(text, order, account.number(), name, orders.currency(), orders.scale(), orders.executionDate());
            }
            return new PaymentFile.Written(text.toString().getBytes(StandardCharsets.UTF_8), Set.copyOf(changed));
        }

        private static void row(
                StringBuilder text,
                PaymentOrder order,
                String account,
                String name,
                String currency,
                int scale,
                LocalDate day) {
            var bank = order.bank();
            var amount = BigDecimal.valueOf(order.amount(), scale).toPlainString();
            var cells = Stream.of(
                    order.endToEndId(),
                    bank == null ? "" : String.valueOf(bank.bic() == null ? bank.code() : bank.bic()),
                    account,
                    name,
                    amount,
                    currency,
                    day.toString());
            text.append(String.join(
                            ",",
                            cells.map(cell -> '"' + cell.replace("\"", "\"\"") + '"')
                                    .toList()))
                    .append("\r\n");
        }

        /** A name that no spreadsheet takes for a formula, on one line. */
        private static String text(String name) {
            var line = name.replaceAll("\\p{Cntrl}", " ").strip();
            return !line.isEmpty() && "=+-@".indexOf(line.charAt(0)) >= 0 ? "'" + line : line;
        }
    }
}
