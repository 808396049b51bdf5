import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;

/** With JUnit, `main` is a test. */
class Aliases {
    static final String URL = System.getenv("ALIAS_SANDBOX_URL");
    static final HttpClient http = HttpClient.newHttpClient();

    public static void main(String[] args) throws Exception {
        var name = "settled-" + UUID.randomUUID();
        var key = "sandbox_" + name;
        control("accounts", """
            {"name": "%s", "api_key": "%s", "scenario": "past_due"}""".formatted(name, key));
        expect(403, list(key));
        control("accounts/" + name + "/actions/settle_invoice", "{}");
        expect(200, list(key));
        System.out.println("ok");
    }

    /** Calls the control API of the sandbox. */
    static void control(String path, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(URL + "/_sandbox/" + path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
        var response = http.send(request, BodyHandlers.ofString());
        if (response.statusCode() >= 300) throw new AssertionError(response.body());
    }

    /** Stands for your client. */
    static int list(String key) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(URL + "/v1/aliases"))
            .header("Authorization", "Bearer " + key)
            .build();
        return http.send(request, BodyHandlers.discarding()).statusCode();
    }

    static void expect(int expected, int actual) {
        if (expected != actual) throw new AssertionError(expected + " expected, got " + actual);
    }
}
