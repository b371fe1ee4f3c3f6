/** HTTP for every surface: sockets, request checks, routes, the envelope, error statuses, request ids and paging. */
@NullMarked
package io.tical.server.http;

import org.jspecify.annotations.NullMarked;
