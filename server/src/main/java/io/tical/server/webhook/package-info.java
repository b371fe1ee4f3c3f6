/** Callbacks: endpoints, events, their delivery and the HTTP client. */
@NullMarked
package io.tical.server.webhook;

import org.jspecify.annotations.NullMarked;
