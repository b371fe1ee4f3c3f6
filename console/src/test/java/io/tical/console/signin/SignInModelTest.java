package io.tical.console.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SignInModelTest {
    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:8082, ''",
        "http://localhost:8082, ''",
        "http://[::1]:8082, ''",
        "https://admin.example.com, ''",
        "http://admin.example.com, sign-in.address.plain",
        "http://10.0.0.5:8082, sign-in.address.plain",
        "ftp://127.0.0.1, sign-in.address.scheme",
        "127.0.0.1:8082, sign-in.address.invalid",
        "'', sign-in.address.invalid",
    })
    void a_password_only_leaves_the_machine_encrypted(String address, String problem) {
        assertThat(SignInModel.problemOf(address)).isEqualTo(problem);
    }

    @Test
    void the_address_is_the_admin_port_of_this_machine_until_someone_says_otherwise() {
        assertThat(SignInModel.addressFrom(Map.of())).isEqualTo("http://127.0.0.1:8082");
        assertThat(SignInModel.addressFrom(Map.of("TICAL_ADMIN_PORT", "9000"))).isEqualTo("http://127.0.0.1:9000");
    }
}
