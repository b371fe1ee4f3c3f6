/** What a request carries, read and checked whatever protocol brought it: JSON bodies, query parameters, texts and files. */
@NullMarked
package io.tical.server.input;

import org.jspecify.annotations.NullMarked;
