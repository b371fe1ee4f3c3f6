/** HTTP/1.1 connections below the codec: admission, framing, deadlines and memory limits. */
@NullMarked
package io.tical.server.http.wire;

import org.jspecify.annotations.NullMarked;
