package io.tical.server.paypage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.payin.PayinStatus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Streams that tell pages that their payment changed. */
class PaymentEventsTest {
    private static final int STREAMS_MAX = 20;

    private final PayHost host = new PayHost(0, STREAMS_MAX);

    @AfterEach
    void stop() {
        host.close();
    }

    /** One stream over a connection of its own, from this network by a proxy's word. */
    private final class Stream implements AutoCloseable {
        private final Socket socket = new Socket("127.0.0.1", host.port());
        private final BufferedReader reader;

        Stream(SamplePayment payment, String from) throws IOException {
            socket.setSoTimeout((int) Duration.ofSeconds(30).toMillis());
            var head = "GET " + PayHost.api(payment, "/events") + " HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: " + from
                    + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        }

        Stream(SamplePayment payment) throws IOException {
            this(payment, "203.0.113.1");
        }

        String status() throws IOException {
            return reader.readLine().split(" ")[1];
        }

        Stream hears() throws IOException {
            for (var line = reader.readLine(); !line.equals("event: payment"); line = reader.readLine()) {
                assertThat(line).isNotNull();
            }
            return this;
        }

        /** Reads the end of the chunked response, before which there are no further events. */
        void ends() throws IOException {
            for (var line = reader.readLine(); !line.equals("0"); line = reader.readLine()) {
                assertThat(line).isNotNull().doesNotStartWith("event");
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void everyChangeIsToldAndTheStreamEndsWithThePayment() throws IOException {
        var payment = new SamplePayment();
        host.put(payment);
        try (var one = new Stream(payment);
                var other = new Stream(payment)) {
            one.hears();
            other.hears();
            host.slips().stand(payment, TestSlips.checking(9));
            one.hears();
            other.hears();
            payment.status = PayinStatus.SUCCESS;
            host.put(payment);
            one.hears().ends();
            other.hears().ends();
        }
        try (var late = new Stream(payment)) {
            assertThat(late.status()).as("browsers do not connect again").isEqualTo("204");
        }
    }

    @Test
    void aTokenHasFourStreamsAndAnUnknownOneNone() throws IOException {
        var payment = new SamplePayment();
        host.put(payment);
        var open = new ArrayList<Stream>();
        for (int number = 0; number < 4; number++) {
            open.add(new Stream(payment).hears());
        }
        try (var fifth = new Stream(payment);
                var unknown = new Stream(new SamplePayment())) {
            assertThat(fifth.status()).isEqualTo("503");
            assertThat(unknown.status()).isEqualTo("404");
        }
        for (var stream : open) {
            stream.close();
        }
    }

    @Test
    void oneNetworkDoesNotKeepOthersOut() throws IOException {
        var greedy = new ArrayList<Stream>();
        for (int number = 0; number < STREAMS_MAX; number++) {
            var payment = new SamplePayment();
            host.put(payment);
            greedy.add(new Stream(payment, "198.51.100.7").hears());
        }
        var payment = new SamplePayment();
        host.put(payment);
        try (var more = new Stream(payment, "198.51.100.7");
                var other = new Stream(payment, "203.0.113.9")) {
            assertThat(more.status()).isEqualTo("503");
            other.hears();
            greedy.getLast().ends();
        }
        for (var stream : greedy) {
            stream.close();
        }
    }

    @Test
    void aHostThatStopsEndsItsStreams() throws IOException {
        var payment = new SamplePayment();
        host.put(payment);
        try (var stream = new Stream(payment).hears()) {
            host.close();
            stream.ends();
        }
    }
}
