/** Counters, histograms and gauges, and Prometheus's text format. */
@NullMarked
package io.tical.server.metric;

import org.jspecify.annotations.NullMarked;
