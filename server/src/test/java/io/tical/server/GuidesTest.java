package io.tical.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.command.Main;
import io.tical.server.config.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the guides, the help and the messages name is there: commands, settings, codes and figures. */
class GuidesTest {
    private static final Path ROOT = Path.of("..");
    /** What the launcher does itself. */
    private static final Set<String> OF_LAUNCHER =
            Set.of("console", "package", "test", "try", "version", "format", "help");

    @Test
    void every_command_of_the_help_is_one_of_the_launcher_and_where_it_is_the_services_one_of_the_service()
            throws IOException {
        var launcher = read(ROOT.resolve("tical"));

        assertThat(helpCommands()).contains("serve", "audit", "bench", "doctor");
        for (var command : helpCommands()) {
            assertThat(Pattern.compile("(?m)^    (\\w+ \\| )*" + command + "( \\| [-\\w]+)*\\)$")
                            .matcher(launcher)
                            .find())
                    .as(command)
                    .isTrue();
        }
        var ofService = new TreeSet<>(helpCommands());
        ofService.removeAll(OF_LAUNCHER);
        var known = Main.commands().getSubcommands().entrySet().stream()
                .filter(command ->
                        !command.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        assertThat(known).containsExactlyInAnyOrderElementsOf(ofService);
    }

    @Test
    void every_command_that_a_guide_or_a_message_names_is_there() throws IOException {
        var named = named(Pattern.compile("\\./tical ([a-z][a-z-]*)"), texts());

        assertThat(named).containsKeys("serve", "doctor");
        var commands = helpCommands();
        named.forEach((command, where) -> assertThat(commands).as(where).contains(command));
    }

    @Test
    void every_setting_that_a_guide_or_a_message_names_is_there() throws IOException {
        var known = Stream.concat(
                        Stream.of(Setting.values()).map(Setting::variable),
                        // Of the launcher, and of the receivers of callbacks in the guide.
                        Stream.of("TICAL_JAVA_HOME", "TICAL_JAVA_OPTS", "TICAL_AOT_CACHE", "TICAL_WEBHOOK_SECRET"))
                .collect(Collectors.toSet());

        named(Pattern.compile("\\b(TICAL_[A-Z0-9]+(?:_[A-Z0-9]+)*)\\b"), guides())
                // The examples of a shell: addresses and keys that its user sets.
                .forEach((setting, where) -> {
                    if (!setting.equals("TICAL_KEY")) {
                        assertThat(known).as(where).contains(setting);
                    }
                });
    }

    @Test
    void every_code_that_a_guide_names_is_one_that_the_service_knows() throws IOException {
        var sources = new StringBuilder();
        for (var file : files(ROOT.resolve("server/src/main"), ".java", ".yaml")) {
            sources.append(read(file));
        }
        for (var file : files(ROOT.resolve("db/src/main"), ".sql")) {
            sources.append(read(file));
        }

        var known = Pattern.compile("\\b[A-Z][A-Z0-9_]+\\b")
                .matcher(sources)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());

        named(Pattern.compile("`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`"), guides()).forEach((code, where) -> {
            if (!code.startsWith("TICAL_")) {
                assertThat(known.contains(code)).as(code + " in " + where).isTrue();
            }
        });
    }

    @Test
    void figures_of_settings_are_their_defaults() throws IOException {
        var dashboard = flowing(ROOT.resolve("docs/dashboard-api.md"));
        var api = flowing(ROOT.resolve("docs/api.md"));
        var pages = flowing(ROOT.resolve("docs/pay-page.md"));

        assertThat(dashboard)
                .contains("may try " + Setting.RATE_LIMIT_SIGN_IN.initial() + " times a minute")
                .contains("unless the operator set `TICAL_RATE_LIMIT_SIGN_IN`");
        assertThat(api)
                .contains("sends a payout after " + Setting.SANDBOX_DISPATCH_SECONDS.initial() + " seconds")
                .contains("remembered, for " + Setting.IDEMPOTENCY_DAYS.initial() + " days");
        assertThat(Setting.PAYIN_EXPIRY_SECONDS.initial()).isEqualTo("600");
        assertThat(api).contains("A payin is open for ten minutes");
        assertThat(Setting.P2P_OFFER_SECONDS.initial()).isEqualTo("600");
        assertThat(api).contains("offered in the same way for ten minutes");
        assertThat(Setting.RAIL_POLL_SECONDS.initial()).isEqualTo("300,3600,86400");
        assertThat(flowing(ROOT.resolve("docs/operating.md")))
                .contains("polled after 5 minutes, an hour and a day (`TICAL_RAIL_POLL_SECONDS`)");
        assertThat(pages).doesNotContainPattern("may ask \\d");
    }

    /** Rates in the guides that no setting changes; another one has to be added here with its source. */
    @Test
    void every_rate_that_a_guide_names_is_known() throws IOException {
        // Decisions name what was measured.
        var guides = guides().stream()
                .filter(guide -> !guide.toString().contains("decisions"))
                .toList();
        var rates = named(Pattern.compile("(\\d+ (?:of them a|times a|requests a|a) (?:second|minute))"), guides);

        assertThat(rates.keySet())
                .isSubsetOf(
                        Setting.RATE_LIMIT_SIGN_IN.initial() + " times a minute",
                        // Pings.PER_MINUTE
                        "30 of them a minute",
                        // TokenLimits.FILES_PER_MINUTE and UNKNOWN_PER_MINUTE
                        "10 a minute",
                        "60 a minute",
                        // SessionApi.REQUESTS_PER_SECOND
                        "25 a second",
                        // The bench
                        "500 a second",
                        "200 requests a second");
    }

    @Test
    void links_between_guides_lead_to_files() throws IOException {
        var link = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");
        for (var guide : guides()) {
            var links = link.matcher(read(guide));
            while (links.find()) {
                assertThat(guide.resolveSibling(links.group(1)))
                        .as(guide.toString())
                        .exists();
            }
        }
    }

    private static List<String> helpCommands() throws IOException {
        var commands = new ArrayList<String>();
        var launcher = read(ROOT.resolve("tical"));
        var help = launcher.substring(launcher.indexOf("Usage: ./tical"), launcher.indexOf("Environment:"));
        var line = Pattern.compile("(?m)^  ([a-z]+) {2,}\\S").matcher(help);
        while (line.find()) {
            commands.add(line.group(1));
        }
        return commands;
    }

    private static List<Path> guides() throws IOException {
        var guides = files(ROOT.resolve("docs"), ".md");
        guides.add(ROOT.resolve("README.md"));
        return guides;
    }

    /** The guides, and everything that may hold a message. */
    private static List<Path> texts() throws IOException {
        var texts = guides();
        texts.addAll(files(ROOT.resolve("server/src/main"), ".java", ".yaml", ".html", ".js"));
        texts.addAll(files(ROOT.resolve("db/src/main"), ".java"));
        texts.addAll(files(ROOT.resolve("console/src/main"), ".java"));
        return texts;
    }

    /** What the first group finds, and in which file. */
    private static Map<String, String> named(Pattern pattern, List<Path> files) throws IOException {
        var named = new TreeMap<String, String>();
        for (var file : files) {
            var matches = pattern.matcher(read(file));
            while (matches.find()) {
                named.put(matches.group(1), file.toString());
            }
        }
        return named;
    }

    private static List<Path> files(Path folder, String... endings) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(file -> Stream.of(endings).anyMatch(file.toString()::endsWith))
                    .collect(Collectors.toCollection(ArrayList::new));
        }
    }

    /** A guide without its line breaks. */
    private static String flowing(Path guide) throws IOException {
        return read(guide).replaceAll("\\s+", " ");
    }

    private static String read(Path file) throws IOException {
        return Files.readString(file);
    }
}
