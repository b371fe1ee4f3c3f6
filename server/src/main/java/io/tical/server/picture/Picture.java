package io.tical.server.picture;

/**
 * A picture re-encoded from the pixels of an uploaded file: upright, without metadata.
 *
 * @param file a JPEG ({@link PictureReader#MEDIA_TYPE})
 * @param width in pixels
 * @param height in pixels
 * @param found the result of the caller's search in the pixels
 */
public record Picture<T>(byte[] file, int width, int height, T found) {}
