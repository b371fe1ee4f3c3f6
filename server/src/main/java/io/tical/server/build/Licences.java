package io.tical.server.build;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;

/**
 * Copies the licences and notices that libraries bring in their jars to a folder for each of them. Started from its source:
 * {@code java Licences.java <folder of jars> <folder to write>}.
 */
public final class Licences {
    private static final Set<String> NAMES = Set.of("license", "licence", "notice", "copying", "copyright");

    private Licences() {}

    public static void main(String[] args) throws IOException {
        var target = Path.of(args[1]);
        List<Path> jars;
        try (var files = Files.list(Path.of(args[0]))) {
            jars = files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
        for (var jar : jars) {
            copy(jar, target);
        }
    }

    private static void copy(Path jar, Path target) throws IOException {
        var library = jar.getFileName().toString().replaceAll("\\.jar$", "");
        try (var zip = new ZipFile(jar.toFile())) {
            for (var entry : zip.stream()
                    .filter(one -> !one.isDirectory() && isLicence(one.getName()))
                    .collect(Collectors.toList())) {
                var file = target.resolve(library)
                        .resolve(entry.getName().replace("META-INF/", "").replace('/', '-'));
                Files.createDirectories(file.getParent());
                try (var content = zip.getInputStream(entry)) {
                    Files.write(file, content.readAllBytes());
                }
            }
        }
    }

    private static boolean isLicence(String entry) {
        var name = entry.substring(entry.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        var isText = !name.contains(".") || name.endsWith(".txt") || name.endsWith(".md");
        return isText && NAMES.stream().anyMatch(name::startsWith);
    }
}
