package io.tical.console;

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
        "http://admin.example.com, Over a network the address must begin with https.",
        "http://10.0.0.5:8082, Over a network the address must begin with https.",
        "ftp://127.0.0.1, 'The address must begin with https, or with http on this machine.'",
        "127.0.0.1:8082, 'This is not an address. An example: https://admin.example.com'",
        "'', 'This is not an address. An example: https://admin.example.com'",
    })
    void a_password_only_leaves_the_machine_encrypted(String address, String problem) {
        assertThat(new SignInModel(address).addressProblem().get()).isEqualTo(problem);
    }

    @Test
    void the_address_is_the_admin_port_of_this_machine_until_someone_says_otherwise() {
        assertThat(SignInModel.addressFrom(Map.of())).isEqualTo("http://127.0.0.1:8082");
        assertThat(SignInModel.addressFrom(Map.of("TICAL_ADMIN_PORT", "9000"))).isEqualTo("http://127.0.0.1:9000");
    }
}
