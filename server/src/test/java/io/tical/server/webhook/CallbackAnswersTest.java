package io.tical.server.webhook;

import static io.tical.server.webhook.TestSender.BODY;
import static io.tical.server.webhook.TestSender.OK;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Everything that a server can answer to a post. */
class CallbackAnswersTest {
    private final CallbackSender sender = TestSender.of(Duration.ofSeconds(10));

    @AfterEach
    void stop() {
        sender.close();
    }

    private Outcome post(Listener listener) {
        return sender.post(listener.url(), Map.of(), BODY);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "HTTP/1.1 200 OK%Content-Length: 2%%okbeyond                           | 200 | ok",
                "HTTP/1.1 200 OK%content-LENGTH:2   %%ok                               | 200 | ok",
                "HTTP/1.1 200%Content-Length: 0%%                                      | 200 | ''",
                "HTTP/1.0 200 Fine with me%%until the end                              | 200 | until the end",
                "HTTP/1.1 201 Created%Transfer-Encoding: chunked%%3%abc%4;x=y%defg%0%% | 201 | abcdefg",
                "HTTP/1.1 200 OK%Transfer-Encoding: gzip, Chunked%Content-Length: 1%%2%ok%0%% | 200 | ok",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%0002%ok%0%X-Trailer: 1%%  | 200 | ok",
                "HTTP/1.1 204 No Content%%                                             | 204 | ''",
                "HTTP/1.1 204 No Content%Content-Length: 5%%                           | 204 | ''",
                "HTTP/1.1 304 Not Modified%Content-Length: 5%%                         | 304 | ''",
                "HTTP/1.1 301 Moved%Location: http://10.0.0.1/%Content-Length: 0%%     | 301 | ''",
                "HTTP/1.1 404 Not Found%Content-Length: 4%%gone                        | 404 | gone",
                "HTTP/1.1 429 Slow down%Retry-After: 5%%                               | 429 | ''",
                "HTTP/1.1 500 Oops%Content-Length: 4%%oops                             | 500 | oops",
                "HTTP/1.1 599 Oops%%                                                   | 599 | ''",
                "HTTP/1.1 100 Continue%%HTTP/1.1 200 OK%%                              | 200 | ''",
                "HTTP/1.1 103 Early Hints%Link: </a>%%HTTP/1.1 102 Processing%%HTTP/1.1 202 OK%Content-Length: 1%%x | 202 | x",
                "HTTP/1.1 200 OK%X-Folded: a%  b: c%Content-Length: 2%%ok              | 200 | ok",
                "HTTP/1.1 200 OK%Content-Length: 2%Content-Length: 2%%ok               | 200 | ok"
            })
    void whateverIsAnAnswerIsAnswered(String answer, int status, String excerpt) throws IOException {
        for (var lineEnd : List.of("\r\n", "\n")) {
            try (var listener = Listener.answering(answer.replace("%", lineEnd))) {
                assertThat(post(listener)).isEqualTo(new Outcome.Answered(status, excerpt));
                assertThat(listener.connections()).isOne();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.6%",
                "220 mail.example ESMTP%",
                "%",
                "HTTP/2 200 OK%%",
                "HTTP/1.1 2000 OK%%",
                "HTTP/1.1 099 Low%%",
                "HTTP/1.1 600 High%%",
                "HTTP/1.1 abc OK%%",
                "HTTP/1.1  200 OK%%",
                "http/1.1 200 OK%%",
                "ICY 200 OK%%",
                "HTTP/1.1 101 Switching Protocols%Upgrade: websocket%%HTTP/1.1 200 OK%%",
                "\u0016\u0003\u0001\u0002\u0000\u0001%"
            })
    void whatIsNoHttpIsMalformed(String answer) throws IOException {
        try (var listener = Listener.answering(answer.replace("%", "\r\n"))) {
            assertThat(post(listener)).isEqualTo(new Outcome.Unanswered("malformed response"));
        }
    }

    /** Otherwise what the merchant has processed would be sent again, up to twenty times. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "no colon",
                ": no name",
                "A B: c",
                "X-Zero: \0",
                "X-Escape: \u001b[31m",
                " folded: first",
                "Content-Length : 2",
                "Content-Length: +2",
                "Content-Length: -1",
                "Content-Length: 2,2",
                "Content-Length: 99999999999999999999",
                "Content-Length: 2%Content-Length: 3",
                "\u00ff\u00fe: x"
            })
    void theStatusCountsWhateverBecomesOfTheHeaders(String header) throws IOException {
        for (var status : List.of(200, 204, 410, 500)) {
            try (var listener = Listener.answering(String.format(
                    Locale.ROOT,
                    "HTTP/1.1 %d Said\r\nServer: x\r\n%s\r\nX-Last: y\r\n\r\n",
                    status,
                    header.replace("%", "\r\n")))) {
                assertThat(post(listener)).isEqualTo(new Outcome.Answered(status, ""));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 20",
                "HTTP/1.1 200 OK%",
                "HTTP/1.1 200 OK%Content-Length: 2%",
                "HTTP/1.1 100 Continue%%"
            })
    void anAnswerThatBreaksOffBeforeItsBodyIsNone(String answer) throws IOException {
        try (var listener = Listener.answering(answer.replace("%", "\r\n"))) {
            assertThat(post(listener)).isEqualTo(new Outcome.Unanswered("connection closed"));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK%Content-Length: 5%%half",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%5%half",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%4%half%",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%ok%",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%-2%ok%0%%",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%0x2%ok%0%%",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%1%ok%0%%",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%%ok%0%%",
                "HTTP/1.1 200 OK%Transfer-Encoding: chunked%%fffffffffffffffff%ok%0%%"
            })
    void theStatusCountsWhateverBecomesOfTheBody(String answer) throws IOException {
        try (var listener = Listener.answering(answer.replace("%", "\r\n"))) {
            assertThat(post(listener))
                    .isInstanceOfSatisfying(
                            Outcome.Answered.class,
                            answered -> assertThat(answered.statusCode()).isEqualTo(200));
        }
    }

    @Test
    void headersEnd() throws IOException {
        try (var large = Listener.answering("HTTP/1.1 200 OK\r\nX: " + "x".repeat(15_000) + "\r\n\r\n");
                var larger = Listener.answering("HTTP/1.1 200 OK\r\nX: " + "x".repeat(17_000) + "\r\n\r\n");
                var many = Listener.answering("HTTP/1.1 200 OK\r\n" + "X: y\r\n".repeat(3_000) + "\r\n");
                var interim = Listener.answering("HTTP/1.1 100 Continue\r\n\r\n".repeat(9) + OK);
                var sizes = Listener.answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;"
                        + "x".repeat(17_000) + "\r\nx\r\n0\r\n")) {
            assertThat(post(large)).isEqualTo(new Outcome.Answered(200, ""));
            assertThat(post(sizes)).isInstanceOf(Outcome.Answered.class);
            assertThat(post(larger)).isEqualTo(new Outcome.Answered(200, ""));
            assertThat(post(many)).isEqualTo(new Outcome.Answered(200, ""));
            assertThat(post(interim)).isEqualTo(new Outcome.Unanswered("malformed response"));
        }
    }

    @Test
    void ofABodyOnlyTheFirstKibibyteIsReadThoughItNeverEnds() throws IOException {
        for (var head : List.of(
                "HTTP/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n")) {
            var ended = new CompletableFuture<Long>();
            try (var listener = new Listener("127.0.0.1", socket -> {
                var sent = 0L;
                try {
                    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
                    for (; sent < 200_000_000; sent += 1_000) {
                        socket.getOutputStream().write("y".repeat(1_000).getBytes(StandardCharsets.US_ASCII));
                    }
                } finally {
                    ended.complete(sent);
                }
            })) {
                assertThat(post(listener)).isEqualTo(new Outcome.Answered(200, "y".repeat(1_024)));
                assertThat(ended)
                        .succeedsWithin(Duration.ofSeconds(5))
                        .satisfies(sent -> assertThat(sent).isLessThan(50_000_000));
            }
        }
    }

    @Test
    void anExcerptIsHarmlessText() throws IOException {
        var body = "<b>\u0000\u001b[31m\u0007\t1\r\n2\r\u007f\u0085 €\u202Egpj\u2066👩\u200D🚀 "
                .getBytes(StandardCharsets.UTF_8);
        var bytes = new String(body, StandardCharsets.ISO_8859_1) + "\u00ff\u00c3";
        try (var listener = Listener.answering("HTTP/1.1 200 OK\r\n\r\n" + bytes)) {
            assertThat(post(listener))
                    .isEqualTo(new Outcome.Answered(
                            200,
                            "<b>\uFFFD\uFFFD[31m\uFFFD\t1\n2\n\uFFFD\uFFFD €\uFFFDgpj\uFFFD👩\u200D🚀 \uFFFD\uFFFD"));
        }
        // A character on the border of the kibibyte is left out instead of being broken.
        var euros = new String("€".repeat(500).getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        try (var listener = Listener.answering("HTTP/1.1 200 OK\r\n\r\n" + euros)) {
            assertThat(post(listener)).isEqualTo(new Outcome.Answered(200, "€".repeat(341)));
        }
    }
}
