package io.tical.server.customer;

import io.tical.common.Json;
import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.http.Paging;
import io.tical.server.http.Paging.Selection;
import io.tical.server.input.JsonBody;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code /v1/customers}. */
record CustomerRoutes(Customers customers, Paging paging) {
    private static final int TEXT_MAX = 255;
    private static final int METADATA_PAIRS_MAX = 20;
    private static final Pattern ACCOUNT_NO = Pattern.compile("[0-9]{6,20}");
    private static final Pattern EMAIL = Pattern.compile("[^@\\s]+@[^@\\s]+");
    private static final Pattern PHONE = Pattern.compile("[0-9+(). -]{3,32}");

    List<Endpoint> endpoints() {
        return List.of(
                Endpoint.post("/v1/customers", Scope.CUSTOMERS_WRITE, this::register),
                Endpoint.get("/v1/customers", Scope.CUSTOMERS_READ, this::list),
                Endpoint.get(
                        "/v1/customers/{id}",
                        Scope.CUSTOMERS_READ,
                        call -> Answer.ok(customers.find(call.key("customer")))),
                Endpoint.post("/v1/customers/{id}/verify", Scope.CUSTOMERS_WRITE, this::verify));
    }

    private Answer register(Call call) {
        var body = call.json();
        var asked = new Customers.NewCustomer(
                body.has("customer_id") ? body.id("customer_id") : null,
                blankIsAbsent(body.textOrNull("name", TEXT_MAX)),
                body.text("bank_code", 11),
                accountNo(body),
                body.text("holder_name", TEXT_MAX),
                body.textOrNull("currency", TEXT_MAX),
                matching(body, "email", EMAIL, "must be an e-mail address"),
                matching(body, "phone", PHONE, "must be a telephone number of at most 32 characters"),
                body.pairs("metadata", METADATA_PAIRS_MAX, TEXT_MAX));
        body.check();
        return Answer.of(customers.register(call.caller(), asked, call.idempotent(Answer::created)));
    }

    private static String accountNo(JsonBody body) {
        var accountNo = body.text("account_no", TEXT_MAX);
        if (!accountNo.isEmpty() && !ACCOUNT_NO.matcher(accountNo).matches()) {
            body.wrong("account_no", "format", "must have 6 to 20 digits");
        }
        return accountNo;
    }

    private static @Nullable String matching(JsonBody body, String field, Pattern pattern, String message) {
        var text = blankIsAbsent(body.textOrNull(field, TEXT_MAX));
        if (text != null && !pattern.matcher(text).matches()) {
            body.wrong(field, "format", message);
        }
        return text;
    }

    private static @Nullable String blankIsAbsent(@Nullable String text) {
        return text == null || text.isBlank() ? null : text;
    }

    private Answer list(Call call) {
        var prefix = call.query().search();
        var selection = Selection.of(call.caller(), "q=" + prefix);
        var page = paging.page(call, selection);
        var rows = customers.list(call.caller().organizationId(), call.caller().livemode(), page, prefix);
        return paging.answer(call, page, selection, rows, Customer::id, customer -> customer);
    }

    private Answer verify(Call call) {
        return Answer.of(customers.requestVerification(
                call.key("customer"), call.idempotent(customer -> new Answer(202, Json.bytes(customer)))));
    }
}
