/** Imaging: makes a new, bounded JPEG from the pixels of an uploaded picture, and compares pictures. */
@NullMarked
package io.tical.server.picture;

import org.jspecify.annotations.NullMarked;
