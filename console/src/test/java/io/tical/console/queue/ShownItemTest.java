package io.tical.console.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tical.common.Ids;
import io.tical.common.admin.Listed;
import io.tical.common.admin.OperatorSession;
import io.tical.console.Forgetful;
import io.tical.console.api.AdminApi;
import io.tical.console.api.ApiProblem.NoAnswer;
import io.tical.console.part.Column;
import io.tical.console.text.Formats;
import io.tical.console.text.Language;
import io.tical.console.text.Texts;
import io.tical.console.work.LoadState;
import io.tical.console.work.Tasks;
import io.tical.console.work.Workspace;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** After a decision nothing is offered until the item is read again, whatever else is read or fails meanwhile. */
class ShownItemTest {
    private static final UUID ID = Ids.next();

    private final Queue<Runnable> background = new ArrayDeque<>();
    private final Queue<Runnable> ui = new ArrayDeque<>();
    private Supplier<Item> answer = () -> new Item(ID, 1);
    private final ShownItem<Item, Item> shown = shown();

    private record Item(UUID id, int version) implements Listed {}

    private final class Kind implements SimpleKind<Item> {
        @Override
        public String key() {
            return "slips";
        }

        @Override
        public String name(Item item) {
            return "item";
        }

        @Override
        public String path() {
            return "/items";
        }

        @Override
        public Class<Item> rowType() {
            return Item.class;
        }

        @Override
        public List<Column<Item>> columns() {
            return List.of();
        }

        @Override
        public List<Decision> decisions(Item item) {
            return List.of();
        }

        @Override
        public String permission() {
            return "read";
        }

        @Override
        public Item read(AdminApi api, UUID id) {
            return answer.get();
        }
    }

    private ShownItem<Item, Item> shown() {
        var texts = new Texts(Language.ENGLISH);
        var workspace = new Workspace(
                new AdminApi(URI.create("http://127.0.0.1"), Clock.systemUTC()),
                new OperatorSession(Ids.next(), null, "finance", "finance", Set.of(), "password", false, 0, ""),
                new Tasks(background::add, ui::add),
                texts,
                new Formats(texts, Map.of(), ZoneOffset.UTC),
                Clock.systemUTC(),
                new Forgetful(),
                (_, _) -> null,
                true);
        var kind = new Kind();
        return new ShownItem<>(workspace, kind, new WorkList<>(workspace, kind), _ -> {});
    }

    private void showFirstVersion() {
        shown.show(new Item(ID, 1));
        background.remove().run();
        takeEffect();
    }

    private void takeEffect() {
        while (!ui.isEmpty()) {
            ui.remove().run();
        }
    }

    private int version() {
        return shown.known().orElseThrow().version();
    }

    @Test
    void theWaitEndsWithTheReadingAfterTheDecisionAndNotWithOneBeforeIt() {
        showFirstVersion();
        shown.reload();
        shown.expectChange();
        shown.reload();
        background.remove().run();
        takeEffect();
        assertThat(shown.rereading().get()).isTrue();

        answer = () -> new Item(ID, 2);
        background.remove().run();
        while (version() == 1) {
            ui.remove().run();
            assertThat(shown.rereading().get() || version() == 2)
                    .as("offered on the new version alone")
                    .isTrue();
        }
        takeEffect();
        assertThat(shown.rereading().get()).isFalse();
    }

    @Test
    void theWaitEndsWithAFailure() {
        showFirstVersion();
        shown.expectChange();
        shown.reload();
        answer = () -> {
            throw new NoAnswer(new IOException("no route"));
        };
        background.remove().run();
        takeEffect();
        assertThat(shown.detail().get()).isInstanceOf(LoadState.Stale.class);
        assertThat(shown.rereading().get()).isFalse();

        shown.expectChange();
        shown.reload();
        answer = () -> {
            throw new IllegalArgumentException("a defect");
        };
        assertThatThrownBy(background.remove()::run).hasRootCauseMessage("a defect");
        takeEffect();
        assertThat(shown.rereading().get()).isFalse();
    }

    @Test
    void anotherItemIsNotWaitedFor() {
        showFirstVersion();
        shown.expectChange();
        shown.reload();
        shown.show(new Item(Ids.next(), 1));
        assertThat(shown.rereading().get()).isFalse();

        shown.show(null);
        shown.expectChange();
        assertThat(shown.rereading().get()).isFalse();
    }
}
