package io.tical.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Somebody of a merchant at the dashboard's surface: real HTTP, with the cookie and the CSRF token that a browser keeps. */
public final class DashboardClient {
    private final int port;
    private final String username;
    private final String password;
    private String token = "";
    private String csrfToken = "";
    private String device = "";

    public DashboardClient(int port, String username, String password) {
        this.port = port;
        this.username = username;
        this.password = password;
    }

    public String username() {
        return username;
    }

    public String password() {
        return password;
    }

    /** The session's token as the cookie has it; empty before the sign-in. */
    public String token() {
        return token;
    }

    public String csrfToken() {
        return csrfToken;
    }

    /** The same browser at another node. */
    public DashboardClient at(int otherPort) {
        var other = new DashboardClient(otherPort, username, password);
        other.token = token;
        other.csrfToken = csrfToken;
        return other;
    }

    public Reply signIn() {
        return signIn(password, Map.of());
    }

    /** Signs in, and keeps what a success brings. */
    public Reply signIn(String tried, Map<String, String> headers) {
        return signedIn(headers, "{\"username\":\"%s\",\"password\":\"%s\"}".formatted(username, tried));
    }

    /** Signs in with the password and a code of the second factor. */
    public Reply signInWith(String code) {
        return signedIn(
                Map.of(),
                "{\"username\":\"%s\",\"password\":\"%s\",\"code\":\"%s\"}".formatted(username, password, code));
    }

    private Reply signedIn(Map<String, String> headers, String body) {
        var reply = send("POST", "/api/session", headers, body);
        if (reply.status() == 200) {
            var cookie = setCookie(reply);
            token = cookie.substring(cookie.indexOf('=') + 1, cookie.indexOf(';'));
            csrfToken = reply.word("csrf_token");
            var kept = cookies(reply, "tical_session_device=").getFirst();
            device = kept.substring(kept.indexOf('=') + 1, kept.indexOf(';'));
        }
        return reply;
    }

    /** What the browser keeps to be known again; empty before the first sign-in. */
    public String device() {
        return device;
    }

    /** The cookie of the session, the only one of an answer. */
    public static String setCookie(Reply reply) {
        var cookies = cookies(reply, "tical_session=");
        if (cookies.size() != 1) {
            throw new AssertionError("cookies: " + cookies);
        }
        return cookies.getFirst();
    }

    private static List<String> cookies(Reply reply, String name) {
        return reply.headers().allValues("Set-Cookie").stream()
                .filter(cookie -> cookie.startsWith(name))
                .toList();
    }

    public Reply get(String path) {
        return send("GET", path, cookie(), null);
    }

    /** What is answered with a file instead of JSON. */
    public HttpResponse<byte[]> file(String path) {
        return Reply.exchange(port, "GET", path, cookie(), (String) null);
    }

    public Reply post(String path, String body) {
        return change("POST", path, body);
    }

    public Reply post(String path) {
        return change("POST", path, null);
    }

    public Reply put(String path, String body) {
        return change("PUT", path, body);
    }

    /** Changes settings as somebody who has just read them. */
    public Reply replace(String path, String body) {
        var rest = body.equals("{}") ? "}" : "," + body.substring(1);
        return put(path, "{\"version\":\"" + seen(path) + "\"" + rest);
    }

    /** Rotates the secret of callbacks, as somebody who has just read them. */
    public Reply rotate(String callbacks) {
        return post(callbacks + "/rotate", "{\"version\":\"" + seen(callbacks) + "\"}");
    }

    /** Removes settings, as somebody who has just read them. */
    public Reply remove(String path) {
        return delete(path + "?version=" + seen(path));
    }

    private String seen(String path) {
        return get(path).expect(200).word("version");
    }

    public Reply delete(String path) {
        return change("DELETE", path, null);
    }

    public Reply change(String method, String path, String body) {
        return send(method, path, Map.of("Cookie", "tical_session=" + token, "X-CSRF-Token", csrfToken), body);
    }

    private Map<String, String> cookie() {
        return token.isEmpty() ? Map.of() : Map.of("Cookie", "tical_session=" + token);
    }

    /** A request with exactly these headers, and {@code Content-Type} for a body that has none. */
    public Reply send(String method, String path, Map<String, String> headers, String body) {
        return Reply.of(Reply.exchange(port, method, path, headers, body));
    }

    /** Every row of a list, page by page. */
    public List<JsonNode> all(String path) {
        var rows = new ArrayList<JsonNode>();
        var target = path;
        while (true) {
            var page = get(target).expect(200);
            page.data().forEach(rows::add);
            if (!page.json().at("/meta/has_more").asBoolean()) {
                return rows;
            }
            var cursor = page.json().at("/meta/next_cursor").asText();
            target = path + (path.contains("?") ? "&" : "?") + "cursor=" + cursor;
        }
    }
}
