package io.tical.server.rail;

import com.fasterxml.jackson.core.JsonPointer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;

/**
 * Any service that takes a bank and an account number in a JSON body, with a bearer token, and answers a name. There are
 * many, and no two agree on the names of fields: what they are called is a matter of configuration.
 */
public final class HttpHolderLookup implements HolderLookup {
    private final Upstream upstream;
    private final String token;
    private final Mapping mapping;

    /**
     * What the fields are called.
     *
     * @param body the JSON to send; {@code {bank}} in it becomes the bank's abbreviation, {@code {bank_number}} its number
     *     (the abbreviation where it has none) and {@code {account}} the account number
     * @param names where the name is in the answer; the first place that has a text counts
     * @param unknown how the answer says that there is no such account
     */
    public record Mapping(String body, List<JsonPointer> names, List<Sign> unknown) {
        public Mapping {
            names = List.copyOf(names);
            unknown = List.copyOf(unknown);
        }
    }

    /** How an answer says something. */
    public sealed interface Sign {
        record Status(int status) implements Sign {}

        /** @param value of the field, as text */
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
    public boolean simulated() {
        return false;
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
        // Letters and digits alone: nothing that JSON would have to escape.
        if (!bankCode.matches("[A-Z0-9]{2,11}") || !accountNo.matches("[0-9]{6,20}")) {
            throw new IllegalArgumentException("not a bank code, or not an account number");
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
            throw UpstreamFailure.misconfigured("the holder lookup does not accept the token");
        }
        if (reply.status() >= 300) {
            throw UpstreamFailure.retryable("the holder lookup answers " + reply.status());
        }
        return mapping.names().stream()
                .map(place -> reply.json().at(place))
                .filter(node -> node.isTextual())
                .map(SlipFields::name)
                .filter(name -> name != null)
                .findFirst()
                .<HolderOutcome>map(HolderOutcome.Found::new)
                .orElseThrow(() -> UpstreamFailure.misconfigured(
                        "the holder lookup answers without a name where TICAL_HOLDER_LOOKUP_NAME looks for it"));
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
