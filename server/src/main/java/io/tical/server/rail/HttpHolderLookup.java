package io.tical.server.rail;

import com.fasterxml.jackson.core.JsonPointer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;

/**
 * A configurable HTTP service that takes a bank and an account number in a JSON body, with a bearer token, and returns
 * a name. The names of the fields are configured.
 */
public final class HttpHolderLookup implements HolderLookup {
    private final Upstream upstream;
    private final String token;
    private final Mapping mapping;

    /**
     * The mapping of request and response fields.
     *
     * @param body the JSON to send; {@code {bank}} is replaced by the bank's abbreviation, {@code {bank_number}} by its
     *     number (the abbreviation if it has none) and {@code {account}} by the account number
     * @param names pointers to the name in the response; the first one with a text is used
     * @param unknown how the response reports an unknown account
     */
    public record Mapping(String body, List<JsonPointer> names, List<Sign> unknown) {
        public Mapping {
            names = List.copyOf(names);
            unknown = List.copyOf(unknown);
        }
    }

    /** A condition on a response. */
    public sealed interface Sign {
        record Status(int status) implements Sign {}

        /** @param value the value of the field as text */
        record Field(JsonPointer place, String value) implements Sign {}
    }

    public HttpHolderLookup(Upstream upstream, String token, Mapping mapping) {
        this.upstream = upstream;
        this.token = token;
        this.mapping = mapping;
    }

    @Override
    public String name() {
        return "http";
    }

    @Override
    public HolderOutcome holder(String bankCode, String accountNo) {
        try {
            return upstream.ask(request(bankCode, accountNo), this::outcome);
        } catch (UpstreamFailure failure) {
            return HolderOutcome.Unavailable.of(failure);
        }
    }

    private HttpRequest request(String bankCode, String accountNo) {
        // Only letters and digits, which need no JSON escaping.
        if (!bankCode.matches("[A-Z0-9]{2,11}") || !accountNo.matches("[0-9]{6,20}")) {
            throw new IllegalArgumentException("invalid bank code or account number");
        }
        var body = mapping.body()
                .replace("{bank}", bankCode)
                .replace("{bank_number}", BankCode.number(bankCode).orElse(bankCode))
                .replace("{account}", accountNo);
        var request =
                upstream.request("").header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
        return token.isEmpty()
                ? request.build()
                : request.header("Authorization", "Bearer " + token).build();
    }

    private HolderOutcome outcome(Upstream.Reply reply) {
        if (mapping.unknown().stream().anyMatch(sign -> shows(reply, sign))) {
            return new HolderOutcome.Unknown();
        }
        if (reply.status() == 401 || reply.status() == 403) {
            throw UpstreamFailure.misconfigured("the holder lookup rejected the token");
        }
        if (reply.status() >= 300) {
            throw UpstreamFailure.retryable("the holder lookup returned status " + reply.status());
        }
        return mapping.names().stream()
                .map(place -> reply.json().at(place))
                .filter(node -> node.isTextual())
                .map(SlipFields::name)
                .filter(name -> name != null)
                .findFirst()
                .<HolderOutcome>map(HolderOutcome.Found::new)
                .orElseThrow(() -> UpstreamFailure.misconfigured(
                        "the holder lookup's response has no name at TICAL_HOLDER_LOOKUP_NAME"));
    }

    private static boolean shows(Upstream.Reply reply, Sign sign) {
        return switch (sign) {
            case Sign.Status(var status) -> reply.status() == status;
            case Sign.Field(var place, var value) ->
                reply.json().at(place).isValueNode()
                        && reply.json().at(place).asText().equals(value);
        };
    }
}
