package io.tical.server;

import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * A scrape of {@code /observe/metrics}, which must be Prometheus's text format.
 *
 * @param types of the metrics by name
 * @param series their values by name and labels as they are written
 */
record Metrics(Map<String, String> types, Map<String, Double> series) {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Pattern TYPE = Pattern.compile("# TYPE ([a-z_:]+) (counter|gauge|histogram)");
    private static final Pattern HELP = Pattern.compile("# HELP [a-z_:]+ .+\\.");
    private static final Pattern SERIES = Pattern.compile(
            "([a-z_:]+(?:\\{[a-z_]+=\"(?:[^\"\\\\]|\\\\.)*\"(?:,[a-z_]+=\"(?:[^\"\\\\]|\\\\.)*\")*})?) (\\S+)");

    static Metrics of(TestService service) {
        var uri = URI.create("http://127.0.0.1:" + service.tical().ports().admin() + "/observe/metrics");
        try {
            var answer = HTTP.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new AssertionError(answer.statusCode() + " " + answer.body());
            }
            return parse(answer.body());
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static Metrics parse(String text) {
        var malformed = text.lines()
                .filter(line -> !TYPE.matcher(line).matches()
                        && !HELP.matcher(line).matches()
                        && !SERIES.matcher(line).matches())
                .toList();
        if (!malformed.isEmpty()) {
            throw new AssertionError("not Prometheus's format: " + malformed);
        }
        var types = TYPE.matcher(text).results().collect(toMap(type -> type.group(1), type -> type.group(2)));
        // Two samples of one series fail here.
        var series = text.lines()
                .filter(line -> !line.startsWith("#"))
                .map(SERIES::matcher)
                .filter(java.util.regex.Matcher::matches)
                .collect(toMap(
                        one -> one.group(1),
                        one -> Double.parseDouble(one.group(2).replace("+Inf", "Infinity"))));
        return new Metrics(types, series);
    }

    /** 0 if there is no such series yet. */
    double value(String name) {
        return series.getOrDefault(name, 0.0);
    }

    Set<String> names() {
        return new TreeSet<>(types.keySet());
    }
}
