/** Queues of work items: a list, the evidence of the selected item, and the decisions that it accepts. */
@NullMarked
package io.tical.console.queue;

import org.jspecify.annotations.NullMarked;
