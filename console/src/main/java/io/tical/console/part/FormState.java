package io.tical.console.part;

import io.tical.console.api.ApiProblem;
import io.tical.console.text.Texts;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;

/** The request of a form that stays open until it succeeds: whether the answer is awaited, and why the last one failed. */
public final class FormState {
    private final Texts texts;
    private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
    private final ReadOnlyStringWrapper problem = new ReadOnlyStringWrapper("");
    private final ReadOnlyStringWrapper reference = new ReadOnlyStringWrapper("");

    public FormState(Texts texts) {
        this.texts = texts;
    }

    /** Whether an answer is awaited. */
    public ReadOnlyBooleanProperty busy() {
        return busy.getReadOnlyProperty();
    }

    /** Why the last request failed, in a sentence; empty while it did not. */
    public ReadOnlyStringProperty problem() {
        return problem.getReadOnlyProperty();
    }

    /** The code and the request of that failure. */
    public ReadOnlyStringProperty reference() {
        return reference.getReadOnlyProperty();
    }

    /** A request is on its way. */
    public void sent() {
        busy.set(true);
        tell("");
    }

    /** The service has answered, or cannot be reached. */
    public void answered() {
        busy.set(false);
    }

    /** Shows a sentence that does not come from a request, such as a missing value; empty for none. */
    public void tell(String sentence) {
        problem.set(sentence);
        reference.set("");
    }

    /** Tells why the request failed. */
    public void tell(ApiProblem why) {
        problem.set(Problems.sentence(texts, why));
        reference.set(Problems.reference(why));
    }
}
