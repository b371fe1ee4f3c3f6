package io.tical.server.transaction;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.tical.common.Word;

/** The detail of a timeline item of a kind that has several types of detail. */
public interface TimelineDetail {
    /** The types, of the kinds {@code state} and {@code posting}. */
    enum Type implements Word {
        CREATION,
        CHANGE,
        LATE_DELIVERY,
        FURTHER_TRANSFER,
        POSTING,
        UNALLOCATED
    }

    /** Tells clients which fields there are. */
    @JsonProperty("type")
    Type type();
}
