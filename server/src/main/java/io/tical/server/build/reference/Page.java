package io.tical.server.build.reference;

/**
 * One page of the reference.
 *
 * @param title the text of its heading
 * @param place where it is, above its heading: a name and its address; the name is empty on the first page
 * @param main the markup of its content, heading included
 */
record Page(String title, Place place, String main) {
    /** An item of the breadcrumb. */
    record Place(String name, String address) {
        static final Place NONE = new Place("", "");
    }
}
