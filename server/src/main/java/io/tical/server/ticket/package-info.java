/** Issue tickets: merchants complain about a request or a transaction, and operators answer. */
@NullMarked
package io.tical.server.ticket;

import org.jspecify.annotations.NullMarked;
