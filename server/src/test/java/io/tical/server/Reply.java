package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpHeaders;

/** What the service answered. */
public record Reply(int status, HttpHeaders headers, JsonNode json, String text) {
    public JsonNode data() {
        return json.get("data");
    }

    public String code() {
        return json.path("code").asText();
    }

    public String word(String field) {
        return data().get(field).asText();
    }

    public long number(String field) {
        return data().get(field).asLong();
    }

    public Reply expect(int status) {
        assertThat(this.status).as(text).isEqualTo(status);
        return this;
    }

    public Reply expect(int status, String code) {
        assertThat(this.status + " " + code()).as(text).isEqualTo(status + " " + code);
        return this;
    }
}
