/**
 * What makes a request or a command of a principal take effect at most once. Knows no HTTP: a surface renders and sends the answers that are
 * stored here.
 */
@NullMarked
package io.tical.server.idempotency;

import org.jspecify.annotations.NullMarked;
