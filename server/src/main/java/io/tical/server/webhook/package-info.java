/** Callbacks: the events that merchants are told about, and the one way on which they leave the house. */
@NullMarked
package io.tical.server.webhook;

import org.jspecify.annotations.NullMarked;
