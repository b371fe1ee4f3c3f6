package io.tical.server.http;

/** What a handler answers: JSON in the {@link Envelope}, or a file as it is. */
public sealed interface Content permits Answer, Download, StaticContent {}
