package io.tical.server;

import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Tests with a service of their own, whose audit must find nothing in the end. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class AuditedService {
    protected TestService service;

    /** The settings of the service, by the names of their environment variables. */
    protected Map<String, String> settings() {
        return Map.of();
    }

    protected TestService.Work work() {
        return TestService.Work.RUNNING;
    }

    @BeforeAll
    protected final void startService() {
        service = TestService.start(settings(), work());
    }

    @AfterAll
    protected final void stopService() {
        service.requireCleanAudit();
        service.close();
    }
}
