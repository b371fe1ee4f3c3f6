package io.tical.server;

import io.tical.server.staff.Operator;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;

/** Tests of what operators do: with two operators of finance. */
public abstract class OperatedService extends AuditedService {
    protected static final Duration SOON = Duration.ofSeconds(90);
    /** A live amount that needs a second person, as every one from 10,000,000 on. */
    protected static final long LARGE = 20_000_000;

    protected OperatorClient finance;
    protected OperatorClient colleague;

    @BeforeAll
    protected final void hireFinance() {
        finance = service.operator(Operator.Role.FINANCE);
        colleague = service.operator(Operator.Role.FINANCE);
    }
}
