package io.tical.console;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Set;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.StringBinding;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** What the sign-in screen knows: which service, who, and why the address will not do. */
public final class SignInModel {
    /** Why nobody can sign in yet; the screen says it rather than pretend. */
    public static final String NOT_YET =
            "Signing in comes with the operators’ endpoint, which this build does not have yet.";

    private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

    private final StringProperty address;
    private final StringProperty userName = new SimpleStringProperty("");
    private final StringProperty password = new SimpleStringProperty("");
    private final StringBinding addressProblem;

    public SignInModel(String address) {
        this.address = new SimpleStringProperty(address);
        this.addressProblem = Bindings.createStringBinding(() -> problemOf(this.address.get()), this.address);
    }

    /** The admin socket of a service on this machine, on the port that the environment names (default 8082). */
    public static String addressFrom(Map<String, String> environment) {
        return "http://127.0.0.1:" + environment.getOrDefault("TICAL_ADMIN_PORT", "8082");
    }

    /** Where the service's admin socket is, such as {@code http://127.0.0.1:8082}. */
    public StringProperty address() {
        return address;
    }

    public StringProperty userName() {
        return userName;
    }

    public StringProperty password() {
        return password;
    }

    /** What is wrong with the address, in a sentence; empty when nothing is. */
    public StringBinding addressProblem() {
        return addressProblem;
    }

    /** A password must not cross a network in the clear: plain http is for the same machine only. */
    static String problemOf(String address) {
        URI uri;
        try {
            uri = new URI(address.strip());
        } catch (URISyntaxException _) {
            return "This is not an address. An example: https://admin.example.com";
        }
        if (uri.getHost() == null || uri.getScheme() == null) {
            return "This is not an address. An example: https://admin.example.com";
        }
        return switch (uri.getScheme()) {
            case "https" -> "";
            case "http" -> LOOPBACK.contains(uri.getHost()) ? "" : "Over a network the address must begin with https.";
            default -> "The address must begin with https, or with http on this machine.";
        };
    }
}
