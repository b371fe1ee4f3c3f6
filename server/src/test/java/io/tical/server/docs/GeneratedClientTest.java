package io.tical.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.AuditedService;
import io.tical.server.Tools;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that are generated from the served document pay out and pay in at the running service. Their compilers refuse
 * every program that needs a cast.
 */
@Order(1)
class GeneratedClientTest extends AuditedService {
    private static final String DONE =
            "payout \\S+ success\\s+payin \\S+ success, deposit \\S+ pending\\s+settlement \\S+ pending\\s+";

    private String address() {
        return "http://127.0.0.1:" + service.port();
    }

    private Path document(Path folder) throws Exception {
        var document = folder.resolve("openapi.yaml");
        try (var served = URI.create(address() + "/openapi").toURL().openStream()) {
            Files.copy(served, document);
        }
        return document;
    }

    @Test
    void aTypeScriptClientPaysOutPaysInAndSettles() throws Exception {
        var folder = Tools.nodeFolder();
        for (var source : List.of("merchant.ts", "tsconfig.json")) {
            Files.copy(Tools.SOURCES.resolve("typescript").resolve(source), folder.resolve(source));
        }
        Tools.npm(folder, "openapi-typescript", document(folder).toString(), "--output=api.ts");
        Tools.npm(folder, "tsc", "--project", ".");
        var printed = Tools.run(
                folder,
                List.of("node", "out/merchant.js", address(), service.merchant().key()));
        assertThat(printed).matches(DONE);
    }

    @Test
    void aJavaClientPaysOutPaysInAndSettles(@TempDir Path folder) throws Exception {
        if (!Files.isDirectory(Tools.JAVA)) {
            Tools.missing("Maven has not put the generator into " + Tools.JAVA + ", so no Java client is generated");
        }
        var libraries = Tools.JAVA.toAbsolutePath() + File.separator + "lib" + File.separator + "*";
        // The program names no address: it is that of the document.
        java(
                folder,
                "-jar",
                Tools.JAVA.resolve("openapi-generator-cli.jar").toAbsolutePath().toString(),
                "generate",
                "--config=" + Tools.SOURCES.resolve("java/generator.yaml").toAbsolutePath(),
                "--input-spec=" + document(folder),
                "--output=client");
        compile(folder, libraries);
        var printed = java(
                folder,
                "--class-path=classes" + File.pathSeparator + libraries,
                "Merchant",
                service.merchant().key());
        assertThat(printed).matches(DONE);
    }

    private static String java(Path folder, String... arguments) throws Exception {
        return Tools.run(
                folder,
                Stream.concat(
                                Stream.of(program("java"), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                                Stream.of(arguments))
                        .toList());
    }

    /** Every warning is an error, but three that only the generator could mend. */
    private static void compile(Path folder, String libraries) throws Exception {
        var command = new ArrayList<>(List.of(
                program("javac"),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-Xlint:all,-deprecation,-serial,-this-escape,-classfile",
                "-Werror",
                "--class-path=" + libraries,
                "-d",
                "classes"));
        try (var sources = Files.walk(folder.resolve("client/src/main/java"))) {
            sources.filter(path -> path.toString().endsWith(".java"))
                    .map(Path::toString)
                    .forEach(command::add);
        }
        command.add(Tools.SOURCES.resolve("java/Merchant.java").toAbsolutePath().toString());
        Tools.run(folder, command);
    }

    private static String program(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }
}
