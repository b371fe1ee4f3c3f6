package io.tical.server.build.reference;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tical.common.Ids;
import io.tical.server.AuditedService;
import io.tical.server.Merchant;
import io.tical.server.OpenApiContract;
import io.tical.server.Reply;
import io.tical.server.Tools;
import io.tical.server.docs.OpenApi;
import io.tical.server.picture.Pictures;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The examples of the reference, as they are generated, work in every language that is installed: they fund, register, pay out,
 * pay in, list, read, cancel, upload, change and remove at a running service. Only ids and references are others than in the
 * document. All examples of a language run in one process, but for Go, which makes a program of each.
 */
class RunExamplesTest extends AuditedService {
    private static final OpenApi DOCUMENT = OpenApiContract.merchants().document();
    /** What has a meaning in one language or another. */
    private static final String NOTES = "It's \"50 %\" \\ $HOME {é}";

    /** What the examples of one language work on. */
    private record Setting(String tag, Reply customer, String paid, String cancelled, String slipped, String account) {
        static Setting of(Merchant merchant, ExampleLanguage language) {
            var number = Integer.toString(1_000_000_000 + place(language) * 10);
            merchant.post("/v1/sandbox/top-up", "{\"currency\": \"THB\", \"amount_minor\": 1000000}");
            var customer = merchant.post(
                    "/v1/customers",
                    "{\"holder_name\": \"Somchai Jaidee\", \"bank_code\": \"KBANK\", \"account_no\": \"" + number
                            + "\", \"currency\": \"THB\"}");
            var account = merchant.post(
                    "/v1/organizations/accounts",
                    ((ObjectNode) example("addOrganizationAccount"))
                            .put("account_no", number + "5")
                            .toString());
            return new Setting(
                    language.word(),
                    customer,
                    payin(merchant, language.word() + "-read"),
                    payin(merchant, language.word() + "-cancelled"),
                    payin(merchant, language.word() + "-slip"),
                    account.word("id"));
        }

        private static String payin(Merchant merchant, String reference) {
            return merchant.post(
                            "/v1/payins",
                            "{\"order_ref\": \"" + reference + "\", \"amount\": 70000, \"currency\": \"THB\"}")
                    .word("id");
        }

        private String id(String operation) {
            return switch (operation) {
                case "readPayin" -> paid;
                case "cancelPayin" -> cancelled;
                case "sendPayinSlip" -> slipped;
                default -> account;
            };
        }

        /** The examples of an operation, with what exists and with references that are free. */
        private Stream<ExampleCall> calls(String operation) {
            return ExampleCall.of(
                            DOCUMENT, operation(operation), value -> value.startsWith("019a") ? id(operation) : value)
                    .stream()
                    .map(call -> new ExampleCall(
                            call.id(),
                            call.title(),
                            call.method(),
                            call.path(),
                            freshKeys(call.headers()),
                            call.hasBody() ? body(call) : call.body(),
                            call.files()));
        }

        /** Each example is a request of its own. */
        private static Map<String, String> freshKeys(Map<String, String> headers) {
            var fresh = new LinkedHashMap<String, String>();
            headers.keySet().forEach(name -> fresh.put(name, Ids.next().toString()));
            return fresh;
        }

        private JsonNode body(ExampleCall call) {
            ObjectNode body = call.body().deepCopy();
            var reference = call.id() + "-" + tag;
            put(body, "order_ref", reference + "-v1");
            put(body, "merchant_ref_id", reference + "-guide");
            put(body, "dest_account_id", customer.word("id"));
            put(body, "customer_account_id", customer.word("id"));
            put(body, "notes", NOTES);
            put(body, "customer_id", customer.word("customer_id"));
            if (call.id().equals("registerCustomer")) {
                put(body, "account_no", customer.word("account_no").substring(0, 9) + "7");
            }
            return body;
        }

        private static void put(ObjectNode body, String field, String value) {
            if (body.has(field)) {
                body.put(field, value);
            }
        }
    }

    private static int place(ExampleLanguage language) {
        return List.of(ExampleLanguage.values()).indexOf(language);
    }

    private static OpenApi.Operation operation(String id) {
        return DOCUMENT.operations().stream()
                .filter(operation -> operation.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode example(String operation) {
        return ExampleCall.of(DOCUMENT, operation(operation)).getFirst().body().deepCopy();
    }

    @ParameterizedTest
    @EnumSource
    void theExamplesWork(ExampleLanguage language, @TempDir Path folder) throws Exception {
        requireInstalled(language);
        var merchant = service.merchant();
        var setting = Setting.of(merchant, language);
        var calls = Stream.of(
                        "topUp",
                        "registerCustomer",
                        "createPayout",
                        "createPayin",
                        "listPayouts",
                        "readPayin",
                        "cancelPayin",
                        "sendPayinSlip",
                        "changeOrganizationAccount",
                        "removeOrganizationAccount",
                        "readBalance")
                .flatMap(setting::calls)
                .toList();
        Files.write(folder.resolve("slip.jpg"), Pictures.jpeg(Pictures.photo(300, 400, 0.02, place(language)), 0.8));
        var printed = run(language, folder, calls, merchant.key());
        assertThat(printed).contains(setting.paid(), "createPayout-" + setting.tag() + "-v1");
        for (var made : List.of("payouts", "payins")) {
            for (var form : List.of("-v1", "-guide")) {
                var operation = made.equals("payouts") ? "createPayout-" : "createPayin-";
                var listed = merchant.get("/v1/" + made + "?order_ref=" + operation + setting.tag() + form);
                assertThat(listed.json().path("data")).as(made + form).hasSize(1);
            }
        }
        assertThat(merchant.get("/v1/payouts?order_ref=createPayout-" + setting.tag() + "-guide")
                        .data()
                        .path(0)
                        .path("notes")
                        .asText())
                .isEqualTo(NOTES);
        assertThat(merchant.get("/v1/payins/" + setting.cancelled()).word("status"))
                .isEqualTo("cancelled");
        assertThat(merchant.get("/v1/payins/" + setting.slipped()).word("status"))
                .isIn("processing", "success");
        assertThat(merchant.get("/v1/organizations/accounts")
                        .json()
                        .path("data")
                        .toString())
                .doesNotContain(setting.account());
    }

    /** Node.js, Python and Java are part of the checks elsewhere, and a test fails without them under CI; PHP and Go are not. */
    private static void requireInstalled(ExampleLanguage language) {
        var program = switch (language) {
            case CURL -> "curl";
            case JAVASCRIPT -> "node";
            case PYTHON -> "python3";
            case PHP -> "php";
            case GO -> "go";
            case JAVA -> "sh";
        };
        var installed = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
        var message = program + " is not installed, so nothing runs the examples in " + language.title();
        if (!installed && (language == ExampleLanguage.PHP || language == ExampleLanguage.GO)) {
            Assumptions.abort(message);
        } else if (!installed) {
            Tools.missing(message);
        }
    }

    private String run(ExampleLanguage language, Path folder, List<ExampleCall> calls, String key) throws Exception {
        var codes = calls.stream()
                .map(language::code)
                .map(code -> code.replace(ExampleCall.ORIGIN, "http://127.0.0.1:" + service.port()))
                .toList();
        var command = new ArrayList<>(List.of("env", "TICAL_KEY=" + key));
        command.addAll(
                switch (language) {
                    case CURL -> script(folder, String.join("\necho\n", codes));
                    case JAVASCRIPT -> {
                        var names = write(folder, codes, ".mjs");
                        Files.writeString(
                                folder.resolve("all.mjs"),
                                lines(names, "console.log(\"%1$s\");\nawait import(\"./%1$s\");"));
                        yield List.of("node", "all.mjs");
                    }
                    case PYTHON -> {
                        var names = write(folder, codes, ".py");
                        Files.writeString(
                                folder.resolve("all.py"), "import runpy\n" + lines(names, "runpy.run_path(\"%s\")"));
                        yield List.of("python3", "all.py");
                    }
                    case PHP -> {
                        var names = write(folder, codes, ".php");
                        Files.writeString(folder.resolve("all.php"), "<?php\n" + lines(names, "require \"%s\";"));
                        yield List.of("php", "all.php");
                    }
                    case GO -> go(folder, codes);
                    case JAVA -> java(folder, codes);
                });
        return Tools.run(folder, command);
    }

    private static List<String> write(Path folder, List<String> codes, String extension) throws Exception {
        var names = new ArrayList<String>();
        for (var code : codes) {
            var name = "example" + names.size() + extension;
            Files.writeString(folder.resolve(name), code);
            names.add(name);
        }
        return names;
    }

    private static String lines(List<String> names, String line) {
        return names.stream().map(line::formatted).collect(Collectors.joining("\n"));
    }

    private static List<String> script(Path folder, String text) throws Exception {
        Files.writeString(folder.resolve("all.sh"), "set -e\n" + text + "\n");
        return List.of("sh", "all.sh");
    }

    private static List<String> go(Path folder, List<String> codes) throws Exception {
        Files.writeString(folder.resolve("go.mod"), "module example\n\ngo 1.18\n");
        var programs = new ArrayList<String>();
        for (var code : codes) {
            var name = "example" + programs.size();
            Files.writeString(Files.createDirectories(folder.resolve(name)).resolve("main.go"), code);
            programs.add(name);
        }
        return script(folder, "go vet ./...\ngo build -o bin/ ./...\n" + lines(programs, "bin/%s"));
    }

    /** The classes are nested in the sources of packages of their own, because an operation has more than one example. */
    private static List<String> java(Path folder, List<String> codes) throws Exception {
        var mains = new StringBuilder("class All {\n    static void main(String[] args) throws Exception {\n");
        var sources = new ArrayList<String>();
        for (var code : codes) {
            var part = "part" + sources.size();
            var name = code.replaceFirst("(?s).*\nclass ([A-Za-z]+) .*", "$1");
            var source = Files.createDirectories(folder.resolve(part)).resolve(name + ".java");
            Files.writeString(source, "package " + part + ";\n" + code.replace("\nclass ", "\npublic class "));
            mains.append("        %s.%s.main(args);\n".formatted(part, name));
            sources.add(part + "/" + name + ".java");
        }
        Files.writeString(folder.resolve("All.java"), mains + "    }\n}\n");
        var bin = Path.of(System.getProperty("java.home"), "bin");
        return script(
                folder,
                "'%1$s/javac' -J-XX:TieredStopAtLevel=1 -d classes All.java %2$s\n'%1$s/java' -XX:TieredStopAtLevel=1 -cp classes All"
                        .formatted(bin, String.join(" ", sources)));
    }
}
