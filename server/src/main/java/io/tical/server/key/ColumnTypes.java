package io.tical.server.key;

import com.fasterxml.jackson.core.type.TypeReference;
import io.tical.common.Json;
import io.tical.common.Word;
import io.tical.db.ColumnType;

/** Types of columns for the values of the service, in addition to those of {@link ColumnType}. */
public final class ColumnTypes {
    private ColumnTypes() {}

    /** The words of an enum. */
    public static <E extends Enum<E> & Word> ColumnType<E> word(Class<E> type) {
        return ColumnType.TEXT.as(word -> Word.of(type, word), Word::word);
    }

    /** Values as JSON. */
    public static <V> ColumnType<V> json(TypeReference<V> type) {
        return ColumnType.JSON.as(text -> Json.read(text, type), Json::text);
    }
}
