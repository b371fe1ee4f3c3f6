package io.tical.server.merchant;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.Function;

/** What was read at the newest version of the configuration; older entries are read again when they are asked for. */
final class ConfigurationCache<K, V> {
    private final Configuration configuration;
    private final Function<K, V> load;
    private final Cache<K, Entry<V>> entries;

    /** @param version what was newest when reading began: the value may be newer than it says, never older */
    private record Entry<V>(long version, V value) {}

    ConfigurationCache(Configuration configuration, int entriesMax, Function<K, V> load) {
        this.configuration = configuration;
        this.load = load;
        this.entries = Caffeine.newBuilder().maximumSize(entriesMax).build();
    }

    V get(K key) {
        var version = configuration.version();
        var entry = entries.getIfPresent(key);
        if (entry != null && entry.version() >= version) {
            return entry.value();
        }
        // One caller reads, the others of this key wait for it: a change must not send a crowd to the database.
        return entries.asMap()
                .compute(
                        key,
                        (same, old) ->
                                old != null && old.version() >= version ? old : new Entry<>(version, load.apply(same)))
                .value();
    }
}
