package io.tical.common;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The JSON mapper: snake_case names, absent values written as null, times as Unix seconds and a {@link Word} in lower
 * case, duplicate keys and trailing text rejected.
 */
public final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, new UnixSeconds())
                    .addKeySerializer(String.class, new FieldNames())
                    .addDeserializer(Instant.class, new OfUnixSeconds()))
            .build();

    private Json() {}

    private static final class UnixSeconds extends JsonSerializer<Instant> {
        @Override
        public void serialize(Instant at, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeNumber(at.getEpochSecond());
        }
    }

    /** Writes the names of a map's fields, which are nearly always the same, without encoding them each time. */
    private static final class FieldNames extends JsonSerializer<String> {
        /** More than the names in this project; limits memory, because merchants choose the names of metadata. */
        private static final int NAMES_MAX = 2_000;

        private final Map<String, SerializableString> encoded = new ConcurrentHashMap<>();

        @Override
        public void serialize(String name, JsonGenerator json, SerializerProvider provider) throws IOException {
            var known = encoded.get(name);
            if (known == null && encoded.size() >= NAMES_MAX) {
                encoded.clear();
            }
            json.writeFieldName(known == null ? encoded.computeIfAbsent(name, SerializedString::new) : known);
        }
    }

    private static final class OfUnixSeconds extends JsonDeserializer<Instant> {
        @Override
        public Instant deserialize(JsonParser json, DeserializationContext context) throws IOException {
            return Instant.ofEpochSecond(json.getLongValue());
        }
    }

    public static ObjectMapper mapper() {
        return MAPPER;
    }

    /** Serializes a value whose serialization cannot fail. */
    public static byte[] bytes(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot be serialized as JSON: " + value.getClass(), e);
        }
    }

    /** The text of {@link #bytes}. */
    public static String text(Object value) {
        return new String(bytes(value), StandardCharsets.UTF_8);
    }

    /** Parses a text that {@link #text} wrote. */
    public static <T> T read(String text, TypeReference<T> type) {
        try {
            return MAPPER.readValue(text, type);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot be parsed as JSON: " + type.getType(), e);
        }
    }

    /** A record as an object whose fields can be changed. */
    public static ObjectNode object(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** The same of a record with fields that are JSON texts. */
    public static ObjectNode parsed(Object value) {
        return read(text(value), new TypeReference<>() {});
    }

    /** An object with these fields of another one, in this order. */
    public static ObjectNode select(ObjectNode object, Iterable<String> names) {
        var selected = MAPPER.createObjectNode();
        names.forEach(name -> selected.set(name, object.required(name)));
        return selected;
    }
}
