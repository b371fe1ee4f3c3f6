package io.tical.server.http;

/** What a handler answers: JSON in the {@link Envelope}, a file as it is, or what is sent while it is made. */
public sealed interface Content permits Answer, Download, KeptContent, StaticContent, StreamedContent {}
