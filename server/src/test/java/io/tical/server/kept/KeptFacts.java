package io.tical.server.kept;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tical.server.Merchant;
import io.tical.server.Reply;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * What later releases must still know and do with a kept home.
 *
 * @param finance signs in at the admin socket
 * @param owner of the merchant of most keys, signs in to the dashboard
 * @param keys by names
 */
record KeptFacts(
        Person finance, Person owner, Map<String, Key> keys, List<Read> reads, List<Answer> answers, Open open) {
    record Person(String username, String password) {}

    /** A merchant's API key. */
    record Key(UUID organization, String secret) {
        Merchant at(int port) {
            return new Merchant(port, secret, organization);
        }
    }

    /** What a merchant read. Later answers may have more fields. */
    record Read(String key, String path, JsonNode data) {
        void requireSame(Merchant merchant) {
            requireIn(merchant.get(path).expect(200).data(), data, path);
        }

        private static void requireIn(JsonNode now, JsonNode then, String where) {
            if (then.isObject()) {
                then.properties()
                        .forEach(field ->
                                requireIn(now.path(field.getKey()), field.getValue(), where + " " + field.getKey()));
            } else if (then.isArray()) {
                assertThat(now).as(where).hasSameSizeAs(then);
                for (int at = 0; at < then.size(); at++) {
                    requireIn(now.get(at), then.get(at), where + " " + at);
                }
            } else {
                assertThat(now).as(where).isEqualTo(then);
            }
        }
    }

    /**
     * A request with its idempotency key, and what was answered.
     *
     * @param data the text of the answer's field of this name
     */
    record Answer(String key, String path, String body, String idempotencyKey, int status, String data) {
        void requireSame(Merchant merchant) {
            var replayed = merchant.post(path, body, idempotencyKey).expect(status);
            assertThat(replayed.headers().firstValue("Idempotent-Replayed"))
                    .as(path)
                    .contains("true");
            assertThat(data(replayed)).as(path).isEqualTo(data);
        }

        /** The data of an answer as it was sent. */
        static String data(Reply reply) {
            var from = reply.text().indexOf("\"data\":") + "\"data\":".length();
            return reply.text().substring(from, reply.text().lastIndexOf(",\"meta\":"));
        }
    }

    /**
     * What was under way.
     *
     * @param payout a test payout that was not sent
     * @param settlement a test settlement that was not sent
     * @param payin a live payin that was not paid
     * @param told a test payout whose callback was not sent
     */
    record Open(String payout, String settlement, String payin, String told) {}
}
