package io.tical.server.http;

import io.tical.server.input.Query;
import java.util.Map;

/** A request of a signed-in user. */
public record SessionCall<P>(P person, String token, Visit visit) implements Request {
    @Override
    public String target() {
        return visit.target();
    }

    @Override
    public Map<String, String> path() {
        return visit.path();
    }

    @Override
    public Query query() {
        return visit.query();
    }

    @Override
    public byte[] body() {
        return visit.body();
    }
}
