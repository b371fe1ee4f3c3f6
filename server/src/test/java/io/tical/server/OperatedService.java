package io.tical.server;

import io.tical.server.staff.Operator;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Tests of what operators do: with a service of their own, and two operators of finance. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class OperatedService {
    protected static final Duration SOON = Duration.ofSeconds(30);
    /** A live amount that needs a second person, as every one from 10,000,000 on. */
    protected static final long LARGE = 20_000_000;

    protected TestService service;
    protected OperatorClient finance;
    protected OperatorClient colleague;

    /** The settings of the service, by the names of their environment variables. */
    protected Map<String, String> settings() {
        return Map.of();
    }

    @BeforeAll
    protected final void startService() {
        service = TestService.start(settings());
        finance = service.operator(Operator.Role.FINANCE);
        colleague = service.operator(Operator.Role.FINANCE);
    }

    @AfterAll
    protected final void stopService() {
        service.requireCleanAudit();
        service.close();
    }
}
