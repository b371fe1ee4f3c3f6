package io.tical.console.shell;

import atlantafx.base.theme.Styles;
import io.tical.console.text.Texts;
import io.tical.console.work.Workspace;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/** The line above every screen: who is signed in, whether the service answers, and what can be done everywhere. */
final class Header extends HBox {
    private static final PseudoClass NARROW = PseudoClass.getPseudoClass("narrow");

    private final Texts texts;
    private final Label connection = new Label();

    /** What its buttons do. */
    record Actions(
            Runnable search,
            Runnable otherLanguage,
            Runnable otherTheme,
            Runnable otherEnvironment,
            Runnable help,
            Runnable twoStep,
            Runnable signOut) {}

    Header(Workspace workspace, Actions actions) {
        super(12);
        this.texts = workspace.texts();
        var mark = new Label("Tical");
        mark.getStyleClass().add("header-mark");
        widthProperty().subscribe(width -> pseudoClassStateChanged(NARROW, width.doubleValue() < Navigation.WIDE));
        var space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        connection.setId("connection");
        connection.getStyleClass().add("quiet");
        var person = new Label(texts.get(
                "shell.person",
                workspace.operator().username(),
                texts.word("role", workspace.operator().role())));
        person.getStyleClass().add("quiet");
        getChildren()
                .addAll(
                        mark,
                        environments(workspace.livemode(), actions.otherEnvironment()),
                        search(actions.search()),
                        space,
                        connection,
                        person,
                        icon(Feather.GLOBE, "shell.language", actions.otherLanguage()),
                        icon(Feather.MOON, "shell.theme", actions.otherTheme()),
                        keys(actions.help()),
                        icon(Feather.SHIELD, "shell.two-step", actions.twoStep()),
                        icon(Feather.LOG_OUT, "shell.sign-out", actions.signOut()));
        setAlignment(Pos.CENTER_LEFT);
        getStyleClass().add("header");
    }

    /** Which objects the whole console shows. */
    private HBox environments(boolean livemode, Runnable other) {
        var group = new ToggleGroup();
        var live = environment("live", livemode, group);
        var test = environment("test", !livemode, group);
        group.selectedToggleProperty().subscribe((before, chosen) -> {
            if (chosen == null) {
                group.selectToggle(before); // the environment that is shown was chosen again
            } else if (chosen.equals(livemode ? test : live)) {
                other.run();
            }
        });
        var line = new HBox(live, test);
        line.setId("environments");
        line.setAlignment(Pos.CENTER_LEFT);
        return line;
    }

    private ToggleButton environment(String key, boolean selected, ToggleGroup group) {
        var button = new ToggleButton(texts.get("common." + key));
        button.setId("environment-" + key);
        button.setTooltip(new Tooltip(texts.get("shell.environment") + "  Ctrl+T"));
        button.setToggleGroup(group);
        button.setSelected(selected);
        button.setMinWidth(USE_PREF_SIZE);
        button.getStyleClass()
                .addAll("environment", key.equals("live") ? Styles.LEFT_PILL : Styles.RIGHT_PILL, "environment-" + key);
        return button;
    }

    private Button search(Runnable action) {
        var button = new Button(texts.get("shell.search") + "  Ctrl+K", new FontIcon(Feather.SEARCH));
        button.setId("open-search");
        button.setFocusTraversable(false);
        button.setOnAction(_ -> action.run());
        return button;
    }

    /** Named, not only drawn: who is new finds every other key there. */
    private Button keys(Runnable action) {
        var button = new Button(texts.get("shell.keys") + "  ?");
        button.setId("shell-keys");
        button.setFocusTraversable(false);
        button.getStyleClass().add("icon-button");
        button.setMinWidth(USE_PREF_SIZE);
        button.setOnAction(_ -> action.run());
        return button;
    }

    private Button icon(Feather icon, String key, Runnable action) {
        var button = new Button(null, new FontIcon(icon));
        button.setId(key.replace('.', '-'));
        button.setTooltip(new Tooltip(texts.get(key)));
        button.setAccessibleText(texts.get(key));
        button.getStyleClass().add("icon-button");
        button.setOnAction(_ -> action.run());
        return button;
    }

    /** Tells whether the service answers. */
    void connected(boolean answers) {
        connection.setText(texts.get(answers ? "shell.connected" : "shell.lost"));
    }
}
