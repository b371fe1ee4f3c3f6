/** Connections of HTTP/1.1 before the codec sees them: admission, framing, deadlines and the bytes that they hold. */
@NullMarked
package io.tical.server.http.wire;

import org.jspecify.annotations.NullMarked;
