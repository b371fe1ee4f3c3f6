/** What happened to an object: its changes of state, and their reading beside its postings. */
@NullMarked
package io.tical.server.timeline;

import org.jspecify.annotations.NullMarked;
