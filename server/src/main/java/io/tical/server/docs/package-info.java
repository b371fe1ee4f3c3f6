/** The API's description for programs and for people: the OpenAPI document, and the page that is made of it. */
@NullMarked
package io.tical.server.docs;

import org.jspecify.annotations.NullMarked;
