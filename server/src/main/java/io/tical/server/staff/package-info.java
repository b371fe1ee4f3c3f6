/** The service's own staff: operators, their roles and sessions. */
@NullMarked
package io.tical.server.staff;

import org.jspecify.annotations.NullMarked;
