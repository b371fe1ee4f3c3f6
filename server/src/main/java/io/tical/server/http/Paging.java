package io.tical.server.http;

import io.tical.common.Ids;
import io.tical.common.Json;
import io.tical.server.access.Caller;
import io.tical.server.input.Query;
import io.tical.server.problem.Problem;
import io.tical.server.secret.Hashes;
import io.tical.server.transaction.Found;
import io.tical.server.transaction.Page;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Pages of a list, newest first: {@code limit} 1 to 100 (default 20), and {@code cursor}, or {@code offset} 0 to
 * 10,000. A cursor is opaque: version, position and a fingerprint of the selection, with a MAC. It is valid for one
 * list of one surface, organization, environment and filter.
 */
public final class Paging {
    private static final Set<String> PARAMETERS = Set.of("limit", "offset", "cursor");
    private static final int LIMIT_DEFAULT = 20;
    private static final int LIMIT_MAX = 100;
    private static final int OFFSET_MAX = 10_000;
    private static final byte VERSION = 2;
    private static final int FILTER_BYTES = 8;
    private static final int MAC_BYTES = 16;
    private static final int CURSOR_BYTES = 1 + 16 + FILTER_BYTES + MAC_BYTES;

    private final byte[] macKey;

    /** @param macKey must be the same on every node, because every node accepts all cursors */
    public Paging(byte[] macKey) {
        this.macKey = macKey;
    }

    /**
     * The selection of a list's rows, in addition to its path.
     *
     * @param environment test, live or both
     * @param filter all other conditions
     */
    public record Selection(UUID organizationId, String environment, String filter) {
        /** Selects the rows of a merchant's environment. */
        public static Selection of(Caller caller, String filter) {
            return of(caller.organizationId(), caller.livemode(), filter);
        }

        public static Selection of(UUID organizationId, boolean livemode, String filter) {
            return new Selection(organizationId, livemode ? "live" : "test", filter);
        }

        /** Selects the rows of all organizations. */
        public static Selection ofAll(String filter) {
            return new Selection(new UUID(0, 0), "both", filter);
        }

        private String of(Request request) {
            return request.target().split("\\?", 2)[0] + "\n" + organizationId + "\n" + environment + "\n" + filter;
        }
    }

    /** The names of the parameters of a list with these filters. */
    static Set<String> parameters(String... filters) {
        return Stream.concat(PARAMETERS.stream(), Arrays.stream(filters)).collect(Collectors.toUnmodifiableSet());
    }

    /** Reads the paging parameters. */
    public Page page(Request request, Selection selection) {
        var query = request.query();
        var limit = number(query, "limit", LIMIT_DEFAULT, 1, LIMIT_MAX, "LIMIT_INVALID");
        var offset = number(query, "offset", 0, 0, OFFSET_MAX, "OFFSET_INVALID");
        var cursor = query.text("cursor");
        if (cursor.isEmpty()) {
            return new Page(limit, offset, null);
        }
        if (query.text("offset").isPresent()) {
            throw new Problem.BadRequest("OFFSET_INVALID", "Use offset or cursor, not both");
        }
        return new Page(limit, 0, position(cursor.get(), selection.of(request)));
    }

    private static int number(Query query, String name, int otherwise, int min, int max, String code) {
        var text = query.text(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        var value = text.get().matches("[0-9]{1,6}") ? Integer.parseInt(text.get()) : -1;
        if (value < min || value > max) {
            throw new Problem.BadRequest(code, name + " must be a whole number from " + min + " to " + max);
        }
        return value;
    }

    /**
     * Renders a page from one row more than its limit. The extra row indicates a next page.
     *
     * @param rows at most {@code page.limit() + 1} rows, newest first
     */
    public <T> Answer answer(
            Request request,
            Page page,
            Selection selection,
            List<T> rows,
            Function<T, UUID> id,
            Function<T, Object> view) {
        return answer(request, page, selection, Found.page(rows, id), view);
    }

    /** Renders the result of a step of a search. {@code searched_to} is the time that the step reached, if it did not fill the page. */
    public <T> Answer answer(
            Request request, Page page, Selection selection, Found<T> found, Function<T, Object> view) {
        var next = found.next(page.limit());
        var meta = new LinkedHashMap<String, Object>();
        meta.put("has_more", next != null);
        var data = Json.bytes(found.shown(page.limit()).stream().map(view).toList());
        if (next == null) {
            return new Answer(200, data, meta, Map.of());
        }
        var cursor = cursor(next, selection.of(request));
        meta.put("next_cursor", cursor);
        if (found.searchedTo() != null) {
            meta.put("searched_to", Ids.madeAt(found.searchedTo()));
        }
        return new Answer(200, data, meta, Map.of("Link", "<" + nextTarget(request, cursor) + ">; rel=\"next\""));
    }

    private static String nextTarget(Request request, String cursor) {
        var parts = request.target().split("\\?", 2);
        var kept = Arrays.stream(parts.length < 2 ? new String[0] : parts[1].split("&"))
                .filter(pair -> !pair.isEmpty() && !pair.startsWith("cursor=") && !pair.startsWith("offset="))
                .map(pair -> pair + "&")
                .collect(Collectors.joining());
        return parts[0] + "?" + kept + "cursor=" + cursor;
    }

    private String cursor(UUID position, String rows) {
        var bytes = ByteBuffer.allocate(CURSOR_BYTES)
                .put(VERSION)
                .putLong(position.getMostSignificantBits())
                .putLong(position.getLeastSignificantBits())
                .put(fingerprint(rows));
        bytes.put(mac(Arrays.copyOf(bytes.array(), CURSOR_BYTES - MAC_BYTES)));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    private UUID position(String cursor, String rows) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(cursor);
        } catch (IllegalArgumentException e) {
            throw cursorInvalid();
        }
        if (bytes.length != CURSOR_BYTES
                || bytes[0] != VERSION
                || !MessageDigest.isEqual(
                        mac(Arrays.copyOf(bytes, CURSOR_BYTES - MAC_BYTES)),
                        Arrays.copyOfRange(bytes, CURSOR_BYTES - MAC_BYTES, CURSOR_BYTES))
                || !Arrays.equals(fingerprint(rows), Arrays.copyOfRange(bytes, 17, 17 + FILTER_BYTES))) {
            throw cursorInvalid();
        }
        var buffer = ByteBuffer.wrap(bytes, 1, 16);
        return new UUID(buffer.getLong(), buffer.getLong());
    }

    private static Problem cursorInvalid() {
        return new Problem.BadRequest(
                "CURSOR_INVALID", "This cursor belongs to another list or other filters; start again without a cursor");
    }

    private byte[] fingerprint(String rows) {
        return Arrays.copyOf(mac(rows.getBytes(StandardCharsets.UTF_8)), FILTER_BYTES);
    }

    private byte[] mac(byte[] bytes) {
        return Arrays.copyOf(Hashes.hmac(macKey, bytes), MAC_BYTES);
    }
}
