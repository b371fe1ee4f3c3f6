package io.tical.server.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.server.docs.OpenApi;
import io.tical.server.docs.OpenApi.Operation;
import io.tical.server.secret.Hashes;
import io.tical.server.transaction.Event;
import io.tical.server.transaction.EventType;
import io.tical.server.webhook.CallbackEndpoint.Form;
import io.tical.server.webhook.CallbackEndpoint.Target;
import io.tical.server.webhook.ExampleReceiver.Language;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the guide to callbacks says is what the service does. */
class WebhooksGuideTest {
    private final String guide = read(Path.of("../docs/webhooks.md"));

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void theReceiversInItAreTheFilesThatAreTried(Language language) {
        assertThat(guide).contains("```" + language.fence() + "\n" + read(language.source()) + "```\n");
    }

    @Test
    void everyEventThatThisReleaseSendsIsListed() {
        assertThat(column("## Events", 0))
                .containsExactlyElementsOf(
                        Stream.of(EventType.values()).map(EventType::word).toList());
    }

    @Test
    void everyHeaderIsListedHereAndInTheReference() {
        var organization = Ids.next();
        var callback = new Callback(organization, Ids.next(), "payout", Ids.next(), new byte[0]);
        var target = new Target(null, Form.AUTO, secret(), null, false);
        var sent = callback.headers(target, Ids.next(), Instant.now()).keySet().stream()
                .toList();
        assertThat(column("## Headers", 0)).containsExactlyElementsOf(sent);
        var document = OpenApi.shipped();
        for (var documented : document.callbacks()) {
            var named = new ArrayList<String>();
            documented
                    .node()
                    .path("parameters")
                    .forEach(parameter ->
                            named.add(document.resolve(parameter).path("name").asText()));
            // OpenAPI tells the content type with the content.
            assertThat(named)
                    .containsExactlyElementsOf(sent.stream()
                            .filter(name -> !name.equals("Content-Type"))
                            .toList());
        }
    }

    @Test
    void everyFormIsListedWithWhatItDoes() {
        assertThat(rows("## The body"))
                .containsExactlyElementsOf(Stream.of(Form.values())
                        .map(form -> List.of(
                                form == Form.AUTO ? "auto, the default" : form.word(),
                                form(form, false),
                                form(form, true)))
                        .toList());
    }

    private static String form(Form form, boolean guide) {
        var event = new Event(
                Ids.next(), false, Ids.next(), EventType.PAYOUT_FAILED, Ids.next(), guide, "{}", Instant.now());
        return Callback.of(event, form).body().length > 2 ? "envelope" : "transaction";
    }

    @Test
    void theExampleIsSignedAsCallbacksAre() {
        var section = guide.substring(guide.indexOf("To check an implementation"));
        var blocks = Pattern.compile("```text\n(.*?)\n```", Pattern.DOTALL)
                .matcher(section)
                .results()
                .map(block -> block.group(1))
                .toList();
        var body = blocks.get(1).getBytes(UTF_8);
        var words =
                Pattern.compile("the timestamp `([0-9]+)`, the id `([^`]+)`").matcher(section);
        assertThat(words.find()).isTrue();
        assertThat(blocks.get(0)).isEqualTo(secret());
        assertThat(blocks.get(2))
                .isEqualTo("X-P2P-Signature: v1=%s\nwebhook-signature: v1,%s"
                        .formatted(
                                Hashes.signature(secret(), words.group(1), body),
                                Callback.standardSignature(secret(), words.group(2), words.group(1), body)));
    }

    private static String secret() {
        return "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    }

    @Test
    void theExampleOfTheReferenceIsSignedAsCallbacksAre() {
        var document = OpenApi.shipped();
        var envelope = Json.bytes(
                document.root().at("/webhooks/payoutEvent/post/requestBody/content/application~1json/example"));
        var headers = document.callbacks()
                .getFirst()
                .node()
                .path("parameters")
                .valueStream()
                .map(document::resolve)
                .collect(Collectors.toMap(
                        header -> header.path("name").asText(),
                        header -> header.path("example").asText()));
        var timestamp = headers.get("webhook-timestamp");
        var digest = Hashes.signature(secret(), timestamp, envelope);
        assertThat(headers)
                .containsEntry("X-P2P-Signature", "v1=" + digest)
                .containsEntry("X-Signature", digest)
                .containsEntry("X-Timestamp", timestamp)
                .containsEntry("X-P2P-Timestamp", timestamp)
                .containsEntry(
                        "webhook-signature",
                        "v1," + Callback.standardSignature(secret(), headers.get("webhook-id"), timestamp, envelope));
    }

    @Test
    void theScheduleIsTheOneThatRetriesFollow() {
        var expected = new ArrayList<List<String>>();
        var since = Duration.ZERO;
        for (int attempt = 1; attempt < RetrySchedule.ATTEMPTS_MAX; attempt++) {
            // Half of what random numbers range over: no jitter.
            var wait = RetrySchedule.after(attempt, () -> Long.MIN_VALUE).orElseThrow();
            since = since.plus(wait);
            expected.add(List.of(Integer.toString(attempt + 1), words(wait), words(since)));
        }
        assertThat(rows("## Retries")).isEqualTo(expected);
    }

    private static String words(Duration duration) {
        var parts = new ArrayList<String>();
        if (duration.toHours() > 0) {
            parts.add(duration.toHours() + " h");
        }
        if (duration.toMinutesPart() > 0) {
            parts.add(duration.toMinutesPart() + " min");
        }
        if (duration.toSecondsPart() > 0) {
            parts.add(duration.toSecondsPart() + " s");
        }
        return String.join(" ", parts);
    }

    @Test
    void theBoundsItNamesAreThoseInTheCode() {
        assertThat(guide)
                .contains(String.format(
                        Locale.ROOT, "headers within **%d seconds**", CallbackSender.DEADLINE.toSeconds()))
                .contains(String.format(
                        Locale.ROOT, "acknowledged for %d hours", CallbackEndpoint.SUSPENDED_AFTER.toHours()))
                .contains(String.format(Locale.ROOT, "its first %,d bytes", CallbackAnswer.EXCERPT_BYTES_MAX))
                .contains(String.format(Locale.ROOT, "every delivery of the last %d days", Deliveries.KEPT.toDays()));
    }

    @Test
    void everyStatusOfADeliveryIsListed() {
        assertThat(column("## The delivery log", 0))
                .containsExactlyElementsOf(Stream.of(Delivery.Status.values())
                        .map(Delivery.Status::word)
                        .toList());
    }

    @Test
    void itsLinksLeadSomewhere() {
        var titles = guide.lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z0-9 -]", "")
                        .replace(' ', '-'))
                .toList();
        var callbacks =
                OpenApi.shipped().callbacks().stream().map(Operation::id).toList();
        Pattern.compile("\\]\\(#([^)]+)\\)")
                .matcher(guide)
                .results()
                .forEach(link -> assertThat(titles).contains(link.group(1)));
        Pattern.compile("\\]\\(([a-z][^)#:]*)\\)")
                .matcher(guide)
                .results()
                .forEach(link -> assertThat(Path.of("../docs", link.group(1)))
                        .as(link.group())
                        .exists());
        Pattern.compile("/docs/callbacks/([A-Za-z]+)")
                .matcher(guide)
                .results()
                .forEach(link -> assertThat(callbacks).contains(link.group(1)));
    }

    private List<String> column(String heading, int column) {
        return rows(heading).stream().map(row -> row.get(column)).toList();
    }

    /** The rows of the first table below a heading, without the marks of code. */
    private List<List<String>> rows(String heading) {
        var lines = guide.lines().toList();
        var at = lines.indexOf(heading);
        assertThat(at).as(heading).isNotNegative();
        while (!lines.get(at).startsWith("|")) {
            at++;
        }
        return lines.stream()
                .skip(at + 2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Stream.of(line.replace("`", "").split("\\|"))
                        .skip(1)
                        .map(String::strip)
                        .toList())
                .toList();
    }
}
