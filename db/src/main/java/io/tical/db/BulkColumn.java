package io.tical.db;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A column of a {@link BulkWrite}.
 *
 * @param <T> the source of a row's values
 * @param covered whether the MAC covers it
 */
record BulkColumn<T>(
        String name, String type, Use use, boolean covered, Function<? super T, ? extends @Nullable Object> value) {
    /** The statements that contain a column. */
    enum Use {
        KEY,
        COLUMN,
        INSERT_ONLY,
        UPDATE_ONLY,
        MAC;

        boolean inserted() {
            return this != UPDATE_ONLY;
        }

        boolean updated() {
            return this != INSERT_ONLY;
        }

        boolean changing() {
            return this == COLUMN || this == UPDATE_ONLY || this == MAC;
        }
    }

    boolean inserted() {
        return use.inserted();
    }

    boolean updated() {
        return use.updated();
    }

    boolean changing() {
        return use.changing();
    }

    boolean key() {
        return use == Use.KEY;
    }

    boolean mac() {
        return use == Use.MAC;
    }

    StoredColumn stored() {
        return new StoredColumn(name, type);
    }

    /** The type of an element of the parameter. PostgreSQL has no arrays of arrays of different lengths. */
    String element() {
        return type.endsWith("[]") ? "text" : type;
    }

    String parameter(String prefix) {
        return "cast(:" + prefix + name + " AS " + type + ")";
    }

    /** The order in which Java compares the values. */
    String order() {
        return "t." + name + (type.equals("text") ? " COLLATE \"C\"" : "");
    }
}
