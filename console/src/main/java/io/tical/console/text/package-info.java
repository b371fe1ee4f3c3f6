/** The words of the console in each language, and how amounts, times and ids are written. */
@NullMarked
package io.tical.console.text;

import org.jspecify.annotations.NullMarked;
