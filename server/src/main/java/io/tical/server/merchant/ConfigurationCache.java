package io.tical.server.merchant;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tical.db.Session;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Caches values by the configuration version at which they were read. Reads outdated entries again on access. */
final class ConfigurationCache<K, V> {
    private final Configuration configuration;
    private final Function<K, V> load;
    private final Cache<K, Entry<V>> entries;
    private final Map<K, CompletableFuture<Entry<V>>> loading = new ConcurrentHashMap<>();

    /** @param version the newest version when the read began; the value may be newer but not older */
    private record Entry<V>(long version, V value) {}

    ConfigurationCache(Configuration configuration, int entriesMax, Function<K, V> load) {
        this.configuration = configuration;
        this.load = load;
        this.entries = Caffeine.newBuilder().maximumSize(entriesMax).build();
    }

    V get(K key) {
        var version = configuration.version();
        while (true) {
            var entry = entries.getIfPresent(key);
            if (entry == null || entry.version() < version) {
                entry = loaded(key, version);
            }
            if (entry.version() >= version) {
                return entry.value();
            }
        }
    }

    /**
     * The values of these keys for a unit of work, read on its own connection.
     *
     * @param read reads the values of keys that are not cached; a key that it leaves out has no value
     */
    Map<K, V> get(Session session, Collection<K> keys, BiFunction<Session, Collection<K>, Map<K, V>> read) {
        var version = configuration.version(session);
        var values = new HashMap<K, V>();
        var missing = new HashSet<K>();
        for (var key : keys) {
            var entry = entries.getIfPresent(key);
            if (entry != null && entry.version() >= version) {
                values.put(key, entry.value());
            } else {
                missing.add(key);
            }
        }
        if (!missing.isEmpty()) {
            read.apply(session, missing).forEach((key, value) -> {
                entries.put(key, new Entry<>(version, value));
                values.put(key, value);
            });
        }
        return values;
    }

    /**
     * One caller reads a key and the others wait, so that a change does not cause many concurrent queries. The cache is
     * not locked during the read, because a unit of work that accesses it would wait for another connection.
     */
    private Entry<V> loaded(K key, long version) {
        var mine = new CompletableFuture<Entry<V>>();
        var other = loading.putIfAbsent(key, mine);
        if (other != null) {
            return Configuration.await(other);
        }
        try {
            var entry = new Entry<>(version, load.apply(key));
            entries.put(key, entry);
            mine.complete(entry);
            return entry;
        } catch (RuntimeException | Error failure) {
            mine.completeExceptionally(failure);
            throw failure;
        } finally {
            loading.remove(key, mine);
        }
    }
}
