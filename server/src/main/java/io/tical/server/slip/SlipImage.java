package io.tical.server.slip;

import io.tical.server.problem.Problem;
import java.util.Optional;

/** What an uploaded file became. */
public sealed interface SlipImage {
    /**
     * A picture, made anew from the pixels of the uploaded one: upright, without metadata, and with nothing before or after it.
     *
     * @param file the picture as it is stored and shown, always a JPEG ({@link SlipImages#MEDIA_TYPE})
     * @param width of that picture in pixels
     * @param height of that picture in pixels
     * @param hash how it looks, for finding it again
     * @param code the slip's own code; absent when none was found, which says nothing against the slip
     */
    record Readable(byte[] file, int width, int height, PictureHash hash, Optional<MiniQr> code) implements SlipImage {}

    /**
     * Nothing that is stored.
     *
     * @param problem 413 {@code PAYLOAD_TOO_LARGE}, 415 {@code UNSUPPORTED_MEDIA_TYPE}, 400 {@code IMAGE_TOO_LARGE} (its pixels) or
     *     400 {@code IMAGE_UNREADABLE}
     */
    record Refused(Problem problem) implements SlipImage {}
}
