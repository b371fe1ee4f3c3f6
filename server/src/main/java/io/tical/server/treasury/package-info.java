/** The bank accounts of organizations, to which their money is settled. */
@NullMarked
package io.tical.server.treasury;

import org.jspecify.annotations.NullMarked;
