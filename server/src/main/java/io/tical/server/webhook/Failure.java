package io.tical.server.webhook;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Describes failures of connections for merchants, in texts that do not depend on the JDK. */
final class Failure {
    private static final Pattern ALERT = Pattern.compile("fatal alert: ([a-z_]{1,40})");

    private Failure() {}

    /** The endpoint sent no valid HTTP response. */
    static final class Malformed extends IOException {
        Malformed(String what) {
            super(what);
        }
    }

    static String words(IOException failure) {
        if (Thread.currentThread().isInterrupted()) {
            return "interrupted";
        }
        return switch (failure) {
            case Malformed _ -> "malformed response";
            case SSLException e -> "TLS: " + tls(e);
            case SocketTimeoutException _ -> "timeout";
            case EOFException _ -> "connection closed";
            case NoRouteToHostException _ -> "host unreachable";
            case ConnectException e ->
                says(e, "refused") ? "connection refused" : says(e, "timed out") ? "timeout" : "host unreachable";
            case SocketException e ->
                says(e, "reset") || says(e, "broken pipe")
                        ? "connection reset"
                        : says(e, "unreachable") ? "host unreachable" : "connection failed";
            default -> "connection failed";
        };
    }

    private static String tls(SSLException failure) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            var words = certificate(cause);
            if (words != null) {
                return words;
            }
        }
        if (says(failure, "unrecognized ssl message")) {
            return "the other side does not speak TLS";
        }
        if (says(failure, "terminated the handshake")) {
            return "the connection closed during the handshake";
        }
        var alert = ALERT.matcher(String.valueOf(failure.getMessage()));
        return alert.find() ? "the other side answered " + alert.group(1) : "the handshake failed";
    }

    /** What is wrong with the certificate, or null if this is not the reason. */
    private static @Nullable String certificate(Throwable cause) {
        return switch (cause) {
            case CertificateExpiredException _ -> "the certificate has expired";
            case CertificateNotYetValidException _ -> "the certificate is not valid yet";
            case CertPathValidatorException e
            when e.getReason() == BasicReason.EXPIRED -> "the certificate has expired";
            case CertPathBuilderException _, CertPathValidatorException _ ->
                "the certificate is not from a trusted authority, or its chain is incomplete";
            case CertificateException e
            when e.getCause() == null && says(e, "no ") -> "the certificate is not for this host";
            default -> null;
        };
    }

    private static boolean says(Exception failure, String words) {
        return String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).contains(words);
    }
}
