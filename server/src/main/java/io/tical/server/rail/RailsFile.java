package io.tical.server.rail;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.BankCode;
import io.tical.common.CurrencyProfile;
import io.tical.common.Json;
import io.tical.common.Money;
import io.tical.server.currency.Currencies;
import io.tical.server.secret.Hashes;
import io.tical.server.transaction.EventType;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The file that declares the rails of live keys, and the rules that choose among them, as {@code docs/rails.md} describes.
 *
 * @param rails in the order of the file
 */
public record RailsFile(List<HttpRail.Config> rails, List<RoutingRule> rules) {
    /** No file: the manual rail alone. */
    public static final RailsFile NONE = new RailsFile(List.of(), List.of());

    private static final Set<String> RESERVED =
            Set.of(ManualRail.NAME, SimulatorRail.NAME, FiledLegs.RAIL, Attempt.PAYER);
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{1,31}");
    private static final Pattern SECRET_NAME = Pattern.compile("[a-z0-9_-]{1,32}");
    private static final Pattern URL = Pattern.compile(
            "(https://[A-Za-z0-9.-]+|http://(localhost|127(\\.[0-9]{1,3}){3}|\\[::1]))(:[0-9]{1,5})?(/[A-Za-z0-9._~-]+)*");
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3,4}");
    private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,13}(\\.[0-9]{1,6})?");
    private static final Pattern CODE = Pattern.compile("[!-~]{1,64}");
    private static final int CONNECTION_BYTES = 4;
    private static final int CALLBACK_SECRET_MIN = 16;
    private static final int WEIGHT_MAX = 1_000;
    private static final int SECRET_BYTES_MAX = 16 * 1024;

    /** What is wrong with the file, in one sentence that names the place. */
    public static final class Invalid extends RuntimeException {
        Invalid(String message) {
            super(message, null, false, false);
        }
    }

    public RailsFile {
        rails = List.copyOf(rails);
        rules = List.copyOf(rules);
    }

    /**
     * Reads the file, and the secrets that it names.
     *
     * @param environment the variables of the process
     * @throws Invalid if something in it is wrong
     */
    public static RailsFile read(Path path, Map<String, String> environment) {
        try {
            var root = Json.mapper().readTree(Files.readAllBytes(path));
            if (root == null) {
                throw new Invalid("the file is empty");
            }
            return new Reader(Currencies.shipped(), environment).file(new ConfigPlace(root, ""));
        } catch (JsonProcessingException e) {
            throw new Invalid(
                    "the file is not valid JSON: line " + e.getLocation().getLineNr() + ", " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new Invalid("the file cannot be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    /** One line for each rail and rule, for people. */
    public List<String> lines() {
        return Stream.concat(
                        rails.stream().map(RailsFile::line),
                        rules.stream()
                                .map(rule -> rule + ": "
                                        + rule.shares().stream()
                                                .map(share -> rule.shares().size() == 1
                                                        ? share.rail()
                                                        : share.rail() + " (" + share.weight() + ")")
                                                .collect(Collectors.joining(", "))))
                .toList();
    }

    /** The rail of this name; empty if the file has none. */
    Optional<HttpRail.Config> rail(String name) {
        return rails.stream().filter(rail -> rail.name().equals(name)).findFirst();
    }

    private static String line(HttpRail.Config rail) {
        return rail.name() + " at " + rail.url() + ", "
                + rail.terms().currencies().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(entry -> {
                            var banks = entry.getValue().banks().size();
                            return entry.getKey() + " "
                                    + amounts(
                                            entry.getValue().min(),
                                            entry.getValue().max(),
                                            Objects.requireNonNull(
                                                    rail.currencies().get(entry.getKey())))
                                    + (banks == 0 ? "" : " to " + banks + (banks == 1 ? " bank" : " banks"));
                        })
                        .collect(Collectors.joining(", "))
                + (rail.poll() == null ? ", without polls" : "")
                + (rail.callback() == null ? "" : ", with callbacks");
    }

    private static String amounts(long min, long max, CurrencyProfile currency) {
        return min <= 1 ? "up to " + text(max, currency) : text(min, currency) + " to " + text(max, currency);
    }

    private static String text(long minor, CurrencyProfile currency) {
        return String.format(Locale.ROOT, "%,." + currency.scale() + "f", BigDecimal.valueOf(minor, currency.scale()));
    }

    /** Reads a file; what it has read is visible to what it reads later. */
    private record Reader(Currencies currencies, Map<String, String> environment) {
        RailsFile file(ConfigPlace file) {
            file.object("rails", "rules");
            var places = file.required("rails").items();
            var rails = places.stream().map(this::rail).toList();
            ConfigPlace.requireDistinct(places, place -> place.required("name").text());
            requireDistinctCallbacks(rails);
            var names = rails.stream().map(HttpRail.Config::name).collect(Collectors.toSet());
            var rules = new ArrayList<RoutingRule>();
            file.optional("rules").stream()
                    .flatMap(written -> written.items().stream())
                    .forEach(place -> rules.add(rule(place, rules.size() + 1, names)));
            return new RailsFile(rails, rules);
        }

        /** A report is of the rail whose secret signed it. */
        private static void requireDistinctCallbacks(List<HttpRail.Config> rails) {
            var owners = new HashMap<String, String>();
            for (var rail : rails) {
                var secret = rail.callback();
                var other = secret == null ? null : owners.put(secret.value(), rail.name());
                if (other != null) {
                    throw new Invalid("the rails " + other + " and " + rail.name()
                            + " have the same callback secret; give each its own");
                }
            }
        }

        private HttpRail.Config rail(ConfigPlace place) {
            place.object(
                    "name",
                    "url",
                    "secrets",
                    "currencies",
                    "maintenance",
                    "login",
                    "signature",
                    "send",
                    "poll",
                    "callback_secret");
            var name = place.required("name");
            var text = name.text(NAME, "2 to 32 lowercase letters, digits and dashes");
            if (RESERVED.contains(text)) {
                throw name.invalid("cannot be " + text + ", which is a rail of the service");
            }
            var url = place.required("url")
                    .text(
                            URL,
                            "an https address, or an http address of this machine's loopback, without query and final slash");
            var secrets = secrets(place);
            var profiles = new LinkedHashMap<String, CurrencyProfile>();
            var payable = new LinkedHashMap<String, RailTerms.Payable>();
            place.required("currencies").entries().forEach((code, written) -> {
                var currency = currency(written, code);
                profiles.put(code, currency);
                payable.put(code, payable(written, currency));
            });
            if (profiles.isEmpty()) {
                throw place.required("currencies").invalid("needs at least one currency");
            }
            var one = profiles.size() == 1;
            var callback = place.optional("callback_secret").map(written -> callback(written, secrets));
            var signing = place.optional("signature")
                    .map(written -> RequestSigning.read(written, secrets))
                    .orElse(null);
            var login = place.optional("login")
                    .map(written -> TokenLogin.Config.read(written, URI.create(url), URL, secrets))
                    .orElse(null);
            return new HttpRail.Config(
                    text,
                    URI.create(url),
                    new RailTerms(payable, place.list("maintenance", Reader::window)),
                    profiles,
                    login,
                    operation(place.required("send"), secrets, signing, login != null, false, one),
                    place.optional("poll")
                            .map(poll -> operation(poll, secrets, signing, login != null, true, one))
                            .orElse(null),
                    callback.orElse(null),
                    connection(
                            place,
                            secrets.values().stream()
                                    .filter(secret ->
                                            callback.filter(secret::equals).isEmpty())
                                    .toList()));
        }

        /** A checksum that tells connections apart, too short to tell anything of a secret. */
        private static String connection(ConfigPlace rail, List<Secret> secrets) {
            var where = Objects.requireNonNull((ObjectNode) rail.node().deepCopy());
            where.remove(List.of("name", "currencies", "maintenance", "secrets", "callback_secret"));
            for (var operation : List.of("send", "poll")) {
                if (where.get(operation) instanceof ObjectNode written) {
                    written.remove("answer");
                }
            }
            secrets.stream()
                    .sorted(Comparator.comparing(Secret::name))
                    .forEach(secret -> where.put("secret " + secret.name(), secret.value()));
            return HexFormat.of().formatHex(Hashes.sha256(Json.bytes(where)), 0, CONNECTION_BYTES);
        }

        private static Secret secret(ConfigPlace place, Map<String, Secret> secrets) {
            var secret = secrets.get(place.text());
            if (secret == null) {
                throw place.invalid("is none of the rail's secrets");
            }
            return secret;
        }

        /** Whoever guesses it decides what was paid. */
        private static Secret callback(ConfigPlace place, Map<String, Secret> secrets) {
            var secret = secret(place, secrets);
            if (secret.value().length() < CALLBACK_SECRET_MIN) {
                throw place.invalid("names a secret of fewer than " + CALLBACK_SECRET_MIN
                        + " characters; make one with openssl rand -hex 32");
            }
            return secret;
        }

        private Map<String, Secret> secrets(ConfigPlace rail) {
            var secrets = new HashMap<String, Secret>();
            rail.optional("secrets")
                    .ifPresent(written -> written.entries().forEach((name, place) -> {
                        if (!SECRET_NAME.matcher(name).matches()) {
                            throw place.invalid(
                                    "has a name that is not of lowercase letters, digits, dashes and underscores");
                        }
                        secrets.put(name, new Secret(name, secretValue(place)));
                    }));
            return secrets;
        }

        private String secretValue(ConfigPlace place) {
            place.object("variable", "file");
            var variable = place.optional("variable");
            var file = place.optional("file");
            if (variable.isPresent() == file.isPresent()) {
                throw place.invalid("needs either variable or file, the name of where the secret is");
            }
            var value = variable.map(written -> {
                        var found = environment.get(written.text());
                        if (found == null || found.isBlank()) {
                            throw written.invalid("names the variable " + written.text() + ", which is not set");
                        }
                        return found.strip();
                    })
                    .orElseGet(() -> fileText(file.orElseThrow()));
            if (!value.matches("[!-~]+")) {
                throw place.invalid("names a secret that is empty or has other than visible ASCII characters");
            }
            return value;
        }

        private static String fileText(ConfigPlace place) {
            try {
                var path = Path.of(place.text());
                if (Files.size(path) > SECRET_BYTES_MAX) {
                    throw place.invalid("names a file that is too large for a secret");
                }
                return Files.readString(path, StandardCharsets.UTF_8).strip();
            } catch (IOException | IllegalArgumentException e) {
                throw place.invalid(
                        "names a file that cannot be read (" + e.getClass().getSimpleName() + ")");
            }
        }

        private CurrencyProfile currency(ConfigPlace place, String code) {
            if (!CURRENCY.matcher(code).matches() || !currencies.isActive(code)) {
                throw place.invalid("is no currency in which this service pays out");
            }
            return currencies.find(code).orElseThrow();
        }

        private RailTerms.Payable payable(ConfigPlace place, CurrencyProfile currency) {
            place.object("min", "max", "banks");
            var min = place.optional("min")
                    .map(written -> amount(written, currency))
                    .orElse(1L);
            var max = amount(place.required("max"), currency);
            if (min > max) {
                throw place.invalid("has a min above its max");
            }
            var banks = new LinkedHashMap<String, String>();
            place.optional("banks")
                    .ifPresent(written -> written.entries().forEach((code, own) -> {
                        if (banks.put(bank(own, code, currency.code()), own.text(CODE, "a code without spaces"))
                                != null) {
                            throw own.invalid("names a bank that is there already");
                        }
                    }));
            return new RailTerms.Payable(min, max, banks);
        }

        private static String bank(ConfigPlace place, String code, String currency) {
            return BankCode.of(code, currency)
                    .orElseThrow(() -> place.invalid("names " + code + ", which is no bank for " + currency));
        }

        private static long amount(ConfigPlace place, CurrencyProfile currency) {
            var written = place.text(AMOUNT, "an amount such as \"2000000.00\"");
            try {
                var minor =
                        new BigDecimal(written).movePointRight(currency.scale()).longValueExact();
                if (minor < 1 || minor > Money.AMOUNT_MAX / 1_000) {
                    throw place.invalid("is too small or too large");
                }
                return minor;
            } catch (ArithmeticException e) {
                throw place.invalid("has more than the " + currency.scale() + " decimals of " + currency.code());
            }
        }

        private static HttpRail.Operation operation(
                ConfigPlace place,
                Map<String, Secret> secrets,
                @Nullable RequestSigning signing,
                boolean login,
                boolean poll,
                boolean oneCurrency) {
            place.object("method", "path", "headers", "body", "answer");
            var request = RequestTemplate.read(place, secrets, signing, login);
            if (login && !request.uses(TokenLogin.PLACEHOLDER)) {
                throw place.invalid("needs {token} in a header, because the rail has a login");
            }
            if (!request.uses("attempt") && !request.uses("attempt:compact")) {
                throw place.invalid("needs {attempt} or {attempt:compact}, the reference of the transfer");
            }
            if (!poll) {
                if (signing != null && !request.uses(OrderTexts.SIGNATURE)) {
                    throw place.invalid("needs {signature}, because the rail has a signature");
                }
                if (!request.uses("minor") && !request.uses("decimal") && !request.uses("decimal:short")) {
                    throw place.invalid("needs {minor} or {decimal}, the amount");
                }
                if (!request.uses("account")) {
                    throw place.invalid("needs {account}, the number of the account");
                }
            }
            return new HttpRail.Operation(request, AnswerReading.read(place.required("answer"), poll, oneCurrency));
        }

        private static TimeWindow window(ConfigPlace place) {
            place.object("from", "until", "days", "zone");
            var days = place.list("days", Reader::day);
            return new TimeWindow(
                    time(place.required("from")),
                    time(place.required("until")),
                    days.isEmpty() ? TimeWindow.EVERY_DAY : Set.copyOf(new HashSet<>(days)),
                    zone(place.required("zone")));
        }

        private static LocalTime time(ConfigPlace place) {
            try {
                return LocalTime.parse(place.text(Pattern.compile("[0-9]{2}:[0-9]{2}"), "a time such as 22:30"));
            } catch (DateTimeException e) {
                throw place.invalid("takes a time such as 22:30");
            }
        }

        private static ZoneId zone(ConfigPlace place) {
            if (!ZoneId.getAvailableZoneIds().contains(place.text())) {
                throw place.invalid("takes the name of a time zone, such as Asia/Bangkok");
            }
            return ZoneId.of(place.text());
        }

        private static DayOfWeek day(ConfigPlace place) {
            var days = new LinkedHashMap<String, DayOfWeek>();
            for (var day : DayOfWeek.values()) {
                days.put(day.name().substring(0, 3).toLowerCase(Locale.ROOT), day);
            }
            return place.oneOf(days);
        }

        private RoutingRule rule(ConfigPlace place, int number, Set<String> names) {
            place.object("for", "currency", "banks", "min", "max", "times", "rails");
            var subject = place.optional("for")
                    .map(written -> written.oneOf(
                            Map.of("payouts", EventType.Subject.PAYOUT, "settlements", EventType.Subject.SETTLEMENT)))
                    .orElse(null);
            var currency = place.optional("currency")
                    .map(written -> currency(written, written.text()))
                    .orElse(null);
            return new RoutingRule(
                    number,
                    subject,
                    currency == null ? null : currency.code(),
                    banks(place, currency),
                    amounts(place, currency),
                    place.list("times", Reader::window),
                    shares(place.required("rails"), names));
        }

        private static Set<String> banks(ConfigPlace rule, @Nullable CurrencyProfile currency) {
            return rule.optional("banks").stream()
                    .flatMap(written -> {
                        if (currency == null) {
                            throw written.invalid("needs the currency of the rule");
                        }
                        return written.oneOrMore().stream();
                    })
                    .map(place -> bank(
                            place,
                            place.text(),
                            Objects.requireNonNull(currency).code()))
                    .collect(Collectors.toSet());
        }

        private static RoutingRule.@Nullable Amounts amounts(ConfigPlace rule, @Nullable CurrencyProfile currency) {
            var min = rule.optional("min");
            var max = rule.optional("max");
            if (min.isEmpty() && max.isEmpty()) {
                return null;
            }
            if (currency == null) {
                throw rule.invalid("has an amount, so it needs a currency");
            }
            var from = min.map(written -> amount(written, currency)).orElse(1L);
            var to = max.map(written -> amount(written, currency)).orElse(Money.AMOUNT_MAX);
            if (from > to) {
                throw rule.invalid("has a min above its max");
            }
            return new RoutingRule.Amounts(
                    from,
                    to,
                    max.isEmpty() ? "from " + RailsFile.text(from, currency) : RailsFile.amounts(from, to, currency));
        }

        private static List<RoutingRule.Share> shares(ConfigPlace place, Set<String> names) {
            var items = place.oneOrMore();
            var shares = items.stream()
                    .map(item -> {
                        var object = item.node().isObject() ? item.object("rail", "weight") : null;
                        var rail = object == null ? item : object.required("rail");
                        if (!names.contains(rail.text()) && !rail.text().equals(ManualRail.NAME)) {
                            throw rail.invalid("names " + rail.text() + ", which is none of the rails");
                        }
                        return new RoutingRule.Share(
                                rail.text(),
                                object == null
                                        ? 1
                                        : object.optional("weight")
                                                .map(weight -> weight.whole(1, WEIGHT_MAX))
                                                .orElse(1));
                    })
                    .toList();
            ConfigPlace.requireDistinct(
                    items,
                    item -> item.node().isObject() ? item.required("rail").text() : item.text());
            return shares;
        }
    }
}
