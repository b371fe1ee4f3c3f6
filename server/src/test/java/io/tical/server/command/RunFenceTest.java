package io.tical.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.common.Ids;
import io.tical.server.command.FenceCommand.Printed;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The decisions of {@code ./tical fence} without a service. {@link io.tical.server.outward.DecidedAtTerminalTest} has one. */
class RunFenceTest {
    private static final String ID = Ids.next().toString();

    private static int closedPort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static Printed at(String address, String... lines) {
        return FenceCommand.execute(List.of(lines), "decide", ID, "--stdin", "--at", address);
    }

    @Test
    void nothingIsDecidedWithoutTheService() throws IOException {
        assertThat(at("http://127.0.0.1:" + closedPort(), "me", "secret")).satisfies(printed -> {
            assertThat(printed.status()).isEqualTo(1);
            assertThat(printed.text())
                    .startsWith("No service answers at http://127.0.0.1")
                    .doesNotContain("secret");
        });
    }

    @Test
    void theInputMustHaveThePassword() throws IOException {
        assertThat(at("http://127.0.0.1:" + closedPort(), "me")).satisfies(printed -> {
            assertThat(printed.status()).isEqualTo(1);
            assertThat(printed.text()).contains("The input ended");
        });
    }

    @Test
    void whatIsMissingOrWrongIsSaidWithTheUsage() {
        assertThat(FenceCommand.execute(List.of(), "gone", ID, "--stdin").text())
                .contains("--reason");
        assertThat(at("here").text()).contains("--at must be an address such as http://127.0.0.1:8082");
        assertThat(FenceCommand.execute(List.of(), "decide", ID, "--outcome", "perhaps")
                        .status())
                .isEqualTo(2);
        assertThat(FenceCommand.execute(List.of(), "--help").text())
                .contains("decide", "gone", "approve", "refuse", "withdraw");
    }
}
