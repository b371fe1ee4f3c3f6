package io.tical.server.build.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.tical.server.OpenApiContract;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExampleKeysTest {
    @Test
    void everyExampleHasAnIdempotencyKeyOfItsOwn() {
        var document = OpenApiContract.merchants().document();
        var keys = document.operations().stream()
                .flatMap(operation -> ExampleCall.of(document, operation).stream())
                .flatMap(call -> Stream.ofNullable(call.headers().get("Idempotency-Key")))
                .toList();
        assertThat(keys).hasSizeGreaterThan(10).doesNotHaveDuplicates().contains("create-payin-1");
        assertThat(List.copyOf(keys)).allMatch(key -> key.matches("[a-z0-9-]{1,128}"));
    }
}
