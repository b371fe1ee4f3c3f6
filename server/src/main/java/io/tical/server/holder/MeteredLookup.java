package io.tical.server.holder;

import io.tical.common.Word;
import io.tical.server.metric.Calls;
import io.tical.server.metric.Sample.Label;
import java.util.Optional;

/** Counts and times the calls of a holder lookup. */
record MeteredLookup(HolderLookup lookup, Calls<MeteredLookup.Result> calls) implements HolderLookup {
    /** The outcome of a call. */
    enum Result implements Word {
        FOUND,
        NOT_FOUND,
        UNAVAILABLE
    }

    /** @param environment {@code test} or {@code live} */
    static MeteredLookup of(HolderLookup lookup, String environment) {
        return new MeteredLookup(
                lookup,
                new Calls<>(
                        Result.class,
                        new Label("upstream", "holder_lookup_" + environment),
                        new Label("operation", "find_holder")));
    }

    @Override
    public Optional<String> holder(String bankCode, String accountNo) {
        return calls.measure(
                () -> lookup.holder(bankCode, accountNo),
                name -> name.isPresent() ? Result.FOUND : Result.NOT_FOUND,
                Result.UNAVAILABLE);
    }
}
