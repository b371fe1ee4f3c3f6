package io.tical.console.bank;

import io.tical.common.admin.BankProfiles.Column;
import io.tical.common.admin.BankProfiles.Profile;
import io.tical.common.admin.BankProfiles.Trial;
import io.tical.console.part.Wrapped;
import io.tical.console.text.Texts;
import io.tical.console.work.LoadState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.animation.PauseTransition;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TextInputControl;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;

/** What an operator says about a layout: its name, what each column is, and how its cells are written. */
final class LayoutForm extends ScrollPane {
    private static final Duration TYPING_PAUSE = Duration.millis(300);
    private static final double MEANING_WIDTH = 152;

    private final Texts texts;
    private final LayoutModel model;
    private final VBox content = new VBox(24);
    private final VBox columns = new VBox(4);
    private final ChoiceBox<Choice> begin = new ChoiceBox<>();
    private final PauseTransition pause = new PauseTransition(TYPING_PAUSE);
    private List<Column> shown = List.of();
    private boolean filling;

    /** What an operator begins with: a known layout, or null for what the service proposes. */
    private record Choice(@Nullable Profile profile, String name) {}

    LayoutForm(Texts texts, LayoutModel model) {
        this.texts = texts;
        this.model = model;
        setId("layout-form");
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        getStyleClass().add("form-scroll");
        content.getStyleClass().add("layout-form");
        columns.setId("layout-columns");
        setContent(content);
        pause.setOnFinished(_ -> model.edited());
        begin.setId("layout-begin");
        begin.setMaxWidth(Double.MAX_VALUE);
        begin.setConverter(words(Choice::name));
        begin.setOnAction(_ -> chosen());
        model.known().subscribe(this::offer);
        model.draft().subscribe(this::fill);
        model.trial().subscribe(this::show);
    }

    private static <T> StringConverter<T> words(java.util.function.Function<T, String> name) {
        return new StringConverter<>() {
            @Override
            public String toString(@Nullable T value) {
                return value == null ? "" : name.apply(value);
            }

            @Override
            public @Nullable T fromString(String text) {
                return null;
            }
        };
    }

    private void offer(List<Profile> known) {
        filling = true;
        var choices = new ArrayList<>(List.of(new Choice(null, texts.get("bank-layout.begin.proposed"))));
        known.stream()
                .filter(profile -> profile.status().equals("active"))
                .map(profile -> new Choice(
                        profile,
                        profile.origin().equals("own")
                                ? texts.get("bank-layout.begin.own", profile.name(), profile.version())
                                : texts.get("bank-layout.begin.shipped", profile.name())))
                .forEach(choices::add);
        begin.getItems().setAll(choices);
        begin.setValue(choices.getFirst());
        filling = false;
    }

    private void chosen() {
        var choice = begin.getValue();
        if (filling || choice == null) {
            return;
        }
        if (choice.profile() == null) {
            var file = model.file();
            if (file != null) {
                model.begin(file);
            }
        } else {
            model.use(choice.profile());
        }
    }

    private void fill(@Nullable LayoutDraft draft) {
        content.getChildren().clear();
        content.getChildren().add(labelled("bank-layout.begin", begin));
        if (draft == null) {
            return;
        }
        shown = List.of();
        var name = field(
                LayoutDraft.isNamed(draft.text("name")) ? draft.text("name") : "",
                text -> draft.setText("name", text.strip()));
        name.setId("layout-name");
        name.setPromptText(texts.get("bank-layout.name.example"));
        name.setDisable(model.changed() != null);
        var bank = field(draft.text("bank"), text -> draft.setOptional("bank", text));
        bank.setId("layout-bank");
        bank.setPrefColumnCount(6);
        bank.setPromptText("004");
        var currency = field(draft.text("currency"), text -> draft.setText("currency", text.strip()));
        currency.setId("layout-currency");
        currency.setPrefColumnCount(5);
        content.getChildren()
                .addAll(
                        labelled("bank-layout.name", name),
                        new HBox(12, labelled("bank-layout.bank", bank), labelled("bank-layout.currency", currency)),
                        section("bank-layout.columns", columns),
                        writing(draft),
                        file(draft),
                        patterns(draft));
        show(model.trial().get());
    }

    private Node writing(LayoutDraft draft) {
        var dates = list(draft, "dates", "layout-dates");
        dates.setPromptText("d/M/yyyy");
        var times = list(draft, "times", "layout-times");
        times.setPromptText("H:mm[:ss]");
        var negative = list(draft, "negative", "layout-negative");
        negative.setPromptText("DR");
        var empty = list(draft, "empty", "layout-empty");
        empty.setPromptText("-");
        var pair = new HBox(12, grow(labelled("bank-layout.dates", dates)), grow(labelled("bank-layout.times", times)));
        var signs = new HBox(
                12, grow(labelled("bank-layout.negative", negative)), grow(labelled("bank-layout.empty", empty)));
        return section(
                "bank-layout.writing",
                pair,
                signs,
                flag(draft, "comma"),
                flag(draft, "debit_negative"),
                flag(draft, "newest_first"),
                flag(draft, "intraday"));
    }

    private Node file(LayoutDraft draft) {
        var encoding = choice(
                "layout-encoding",
                List.of("detect", "detect_western", "utf_8", "windows_874", "windows_1252"),
                value -> texts.word("bank-layout.encoding", value),
                draft.text("encoding"),
                value -> draft.setText("encoding", value));
        var delimiter = choice(
                "layout-delimiter",
                Stream.concat(Stream.of(",", ";", "\t", "|"), Stream.of(draft.text("delimiter")))
                        .filter(one -> !one.isEmpty())
                        .distinct()
                        .toList(),
                this::separator,
                draft.text("delimiter"),
                value -> draft.setText("delimiter", value));
        return section(
                "bank-layout.file",
                new HBox(
                        12,
                        grow(labelled("bank-layout.encoding", encoding)),
                        grow(labelled("bank-layout.delimiter", delimiter))));
    }

    private String separator(String delimiter) {
        return switch (delimiter) {
            case "," -> texts.get("bank-layout.delimiter.comma");
            case ";" -> texts.get("bank-layout.delimiter.semicolon");
            case "\t" -> texts.get("bank-layout.delimiter.tab");
            case "|" -> texts.get("bank-layout.delimiter.stroke");
            default -> delimiter;
        };
    }

    private Node patterns(LayoutDraft draft) {
        var lines = area("layout-lines", draft.list("lines"), all -> draft.setList("lines", all));
        var parties = area("layout-parties", draft.parties(), draft::setParties);
        var fees = area("layout-fees", draft.list("fees"), all -> draft.setList("fees", all));
        var returns = area("layout-returns", draft.list("returns"), all -> draft.setList("returns", all));
        var help = new Wrapped(texts.get("bank-layout.patterns.help"));
        help.getStyleClass().addAll("quiet", "small");
        var all = new VBox(
                16,
                help,
                labelled("bank-layout.lines", lines),
                labelled("bank-layout.parties", parties),
                labelled("bank-layout.fees", fees),
                labelled("bank-layout.returns", returns));
        var pane = new TitledPane(texts.get("bank-layout.patterns"), all);
        pane.setId("layout-patterns");
        pane.setExpanded(false);
        pane.setAnimated(false);
        pane.getStyleClass().add("layout-more");
        return pane;
    }

    /** Shows the columns of the file, if they are others than before. */
    private void show(LoadState<Trial> state) {
        var draft = model.draft().get();
        if (draft == null || !(state instanceof LoadState.Ready<Trial>(Trial trial))) {
            return;
        }
        if (!trial.columns().equals(shown)) {
            shown = trial.columns();
            columns.getChildren()
                    .setAll(shown.stream()
                            .filter(column ->
                                    !column.name().isEmpty() || !column.sample().isEmpty())
                            .map(column -> row(draft, column))
                            .toList());
        }
        filling = true;
        columns.getChildren().forEach(row -> {
            if (row.getUserData() instanceof Meaning meaning) {
                meaning.box().setValue(draft.meaning(meaning.column()));
            }
        });
        filling = false;
    }

    private record Meaning(Column column, ChoiceBox<String> box) {}

    private Node row(LayoutDraft draft, Column column) {
        var number = texts.get("bank-layout.column", column.position() + 1);
        var name = new Label(column.name().isEmpty() ? number : column.name());
        name.getStyleClass().add("strong");
        name.setTextOverrun(OverrunStyle.ELLIPSIS);
        name.setMinWidth(0);
        var sample = new Label(column.sample().isEmpty() ? "–" : column.sample());
        sample.getStyleClass().addAll("quiet", "small");
        sample.setMinWidth(0);
        var said = new VBox(0, name, sample);
        said.setMinWidth(0);
        HBox.setHgrow(said, Priority.ALWAYS);
        var box = new ChoiceBox<String>();
        box.setId("layout-column-" + column.position());
        box.getItems().setAll(LayoutDraft.MEANINGS);
        box.setConverter(words(meaning -> texts.word("bank-layout.meaning", meaning)));
        box.setValue(draft.meaning(column));
        box.setPrefWidth(MEANING_WIDTH);
        box.setMinWidth(MEANING_WIDTH);
        box.setAccessibleText(texts.get("bank-layout.meaning.of", name.getText()));
        box.setOnAction(_ -> {
            var meaning = box.getValue();
            if (!filling && meaning != null && !meaning.equals(draft.meaning(column))) {
                draft.mean(column, meaning);
                refill(draft);
                model.edited();
            }
        });
        var row = new HBox(12, said, box);
        row.setUserData(new Meaning(column, box));
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("layout-column");
        return row;
    }

    /** What a change of a column changed beside it. */
    private void refill(LayoutDraft draft) {
        filling = true;
        for (var field : List.of("dates", "times", "negative", "empty")) {
            if (content.lookup("#layout-" + field) instanceof TextField typed) {
                typed.setText(String.join(", ", draft.list(field)));
            }
        }
        filling = false;
    }

    private TextField field(String text, Consumer<String> typed) {
        var field = new TextField(text);
        listen(field, typed);
        return field;
    }

    private void listen(TextInputControl field, Consumer<String> typed) {
        field.textProperty().subscribe((_, now) -> {
            if (!filling) {
                typed.accept(Objects.requireNonNullElse(now, ""));
                pause.playFromStart();
            }
        });
    }

    private TextField list(LayoutDraft draft, String name, String id) {
        var field = field(String.join(", ", draft.list(name)), text -> draft.setList(name, Stream.of(text.split(","))));
        field.setId(id);
        return field;
    }

    private TextArea area(String id, List<String> values, Consumer<Stream<String>> typed) {
        var area = new TextArea(String.join("\n", values));
        area.setId(id);
        area.setPrefRowCount(Math.clamp(values.size() + 1L, 2, 8));
        area.getStyleClass().add("mono");
        listen(area, text -> typed.accept(text.lines()));
        return area;
    }

    private CheckBox flag(LayoutDraft draft, String name) {
        var box = new CheckBox(texts.get("bank-layout." + name));
        box.setId("layout-" + name);
        box.setSelected(draft.flag(name));
        box.setOnAction(_ -> {
            draft.setFlag(name, box.isSelected());
            model.edited();
        });
        return box;
    }

    private <T> ChoiceBox<T> choice(
            String id, List<T> values, java.util.function.Function<T, String> name, T value, Consumer<T> chosen) {
        var box = new ChoiceBox<T>();
        box.setId(id);
        box.getItems().setAll(values);
        box.setConverter(words(name));
        box.setValue(value);
        box.setMaxWidth(Double.MAX_VALUE);
        box.setOnAction(_ -> {
            chosen.accept(box.getValue());
            model.edited();
        });
        return box;
    }

    private Node labelled(String key, Node field) {
        var label = new Label(texts.get(key));
        label.setLabelFor(field);
        label.getStyleClass().addAll("quiet", "small");
        return new VBox(4, label, field);
    }

    private static Node grow(Node node) {
        HBox.setHgrow(node, Priority.ALWAYS);
        return node;
    }

    private Node section(String key, Node... nodes) {
        var title = new Label(texts.get(key));
        title.getStyleClass().add("section-title");
        var box = new VBox(12, title);
        box.getChildren().addAll(nodes);
        return box;
    }
}
