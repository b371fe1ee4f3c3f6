package io.tical.server.holder;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import io.tical.common.BankCode;
import io.tical.server.rail.ReportedName;
import io.tical.server.rail.Upstream;
import io.tical.server.rail.UpstreamFailure;
import io.tical.server.rail.UpstreamRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A configurable HTTP service that takes a bank and an account number in a JSON body, with a bearer token, and returns
 * a name. The names of the fields are configured.
 */
public final class HttpHolderLookup implements HolderLookup {
    private final Upstream upstream;
    private final HolderLookups.Options options;
    private final List<JsonPointer> names;
    private final List<Predicate<Upstream.Reply>> unknown;

    public HttpHolderLookup(Upstream upstream, HolderLookups.Options options) {
        this.upstream = upstream;
        this.options = options;
        names = options.name().stream().map(JsonPointer::compile).toList();
        unknown = options.unknown().stream().map(HttpHolderLookup::condition).toList();
    }

    /** Compiles a condition on a response: a status, or a JSON pointer and the value of the field as text. */
    private static Predicate<Upstream.Reply> condition(String entry) {
        var equals = entry.indexOf('=');
        if (equals < 0) {
            var status = Integer.parseInt(entry);
            return reply -> reply.status() == status;
        }
        var place = JsonPointer.compile(entry.substring(0, equals));
        return reply -> Optional.of(reply.json().at(place))
                .filter(JsonNode::isValueNode)
                .filter(field -> field.asText().equals(entry.substring(equals + 1)))
                .isPresent();
    }

    @Override
    public Optional<String> holder(String bankCode, String accountNo) {
        return upstream.ask(request(bankCode, accountNo), this::name);
    }

    private UpstreamRequest request(String bankCode, String accountNo) {
        // Only letters and digits, which need no JSON escaping.
        if (!bankCode.matches("[A-Z0-9]{2,11}") || !accountNo.matches("[0-9]{6,20}")) {
            throw new IllegalArgumentException("invalid bank code or account number");
        }
        var body = options.body()
                .replace("{bank}", bankCode)
                .replace("{bank_number}", BankCode.number(bankCode).orElse(bankCode))
                .replace("{account}", accountNo);
        return upstream.request("")
                .post("application/json", body.getBytes(StandardCharsets.UTF_8))
                .key("Authorization", "Bearer ", options.token());
    }

    private Optional<String> name(Upstream.Reply reply) {
        if (unknown.stream().anyMatch(condition -> condition.test(reply))) {
            return Optional.empty();
        }
        if (reply.unauthorized()) {
            throw UpstreamFailure.misconfigured("the holder lookup rejected the token");
        }
        if (reply.status() >= 300) {
            throw UpstreamFailure.retryable("the holder lookup returned status " + reply.status());
        }
        var name = names.stream()
                .map(place -> reply.json().at(place))
                .filter(JsonNode::isTextual)
                .flatMap(node -> Stream.ofNullable(ReportedName.of(node)))
                .findFirst();
        if (name.isEmpty()) {
            throw UpstreamFailure.misconfigured("the holder lookup's response has no name at TICAL_HOLDER_LOOKUP_NAME");
        }
        return name;
    }
}
