/** The operators' API: {@code /admin/v1} on the admin socket. */
@NullMarked
package io.tical.server.admin;

import org.jspecify.annotations.NullMarked;
