/** What screens have in common behind their views: background tasks, the state of loaded data, lists that load page by page. */
@NullMarked
package io.tical.console.work;

import org.jspecify.annotations.NullMarked;
