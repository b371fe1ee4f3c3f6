package io.tical.server.http;

/** The content of a response: JSON in the {@link Envelope}, a file, or content that is sent while it is produced. */
public sealed interface Content permits Answer, KeptContent, StaticContent, StreamedContent {}
