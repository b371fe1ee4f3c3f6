package io.tical.console.api;

/** A server-sent event. */
public record ServerEvent(String name, String data) {}
