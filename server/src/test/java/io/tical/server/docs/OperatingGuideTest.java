package io.tical.server.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.config.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the operators' guide says of the settings is what the settings are. */
class OperatingGuideTest {
    @Test
    void everySettingIsListedWithItsDefaultItsUnitAndItsReason() throws IOException {
        var guide = Files.readString(Path.of("../docs/operating.md"));
        for (var setting : Setting.values()) {
            var initial = setting.initial().isEmpty() ? "" : "`" + setting.initial() + "`";
            assertThat(guide)
                    .contains("| `%s` | %s | %s | %s |"
                            .formatted(
                                    setting.variable(),
                                    initial,
                                    setting.unit().replace("|", " or "),
                                    setting.reason()));
        }
        var listed = guide.lines().filter(line -> line.startsWith("| `TICAL_")).count();
        assertThat(listed).isEqualTo(Stream.of(Setting.values()).count());
    }
}
