package io.tical.server.holder;

import io.tical.server.access.Scope;
import io.tical.server.http.Answer;
import io.tical.server.http.Call;
import io.tical.server.http.Endpoint;
import io.tical.server.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** {@code GET /v1/bank/verify}. */
record HolderRoutes(Holders holders) {
    private static final Pattern ACCOUNT_NO = Pattern.compile("[0-9]{6,20}");

    List<Endpoint> endpoints() {
        return List.of(Endpoint.get("/v1/bank/verify", Scope.BANK_VERIFY, this::verify)
                .taking("bank_code", "account_no")
                .liveOnly()
                .verification());
    }

    private Answer verify(Call call) {
        var errors = new ArrayList<Problem.FieldError>();
        var bankCode = required(call, "bank_code", errors);
        var accountNo = required(call, "account_no", errors);
        if (!accountNo.isEmpty() && !ACCOUNT_NO.matcher(accountNo).matches()) {
            errors.add(new Problem.FieldError("account_no", "format", "must have 6 to 20 digits"));
        }
        Problem.Invalid.check(errors);
        return Answer.ok(holders.find(call.caller(), bankCode, accountNo));
    }

    private static String required(Call call, String name, List<Problem.FieldError> errors) {
        return call.query().text(name).orElseGet(() -> {
            errors.add(new Problem.FieldError(name, "required", "is required"));
            return "";
        });
    }
}
