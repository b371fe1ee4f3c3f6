/** HTTP for every surface: sockets, the gate, routes, the envelope, the status of every problem, request ids and paging. */
@NullMarked
package io.tical.server.http;

import org.jspecify.annotations.NullMarked;
