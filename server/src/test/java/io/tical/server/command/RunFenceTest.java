package io.tical.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class RunFenceTest {
    @Test
    void oneAloneCannotSayThatALogIsGone() {
        var id = Ids.next().toString();
        var text = new StringWriter();
        var status = Main.commands()
                .setOut(new PrintWriter(text, true))
                .execute("fence", "gone", id, "--reason", "its machine burnt");
        assertThat(status).isEqualTo(1);
        assertThat(text.toString())
                .contains("Nothing was changed", id, "two administrators in the console", "its machine burnt");
    }
}
