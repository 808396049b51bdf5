import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

class Sandbox {
  public static void main(String[] args) throws Exception {
    try (var sandbox = new GenericContainer<>(DockerImageName.parse("alias-sandbox"))
        .withCommand("past_due")
        .withExposedPorts(25427)
        .waitingFor(Wait.forLogMessage(".*ready on.*", 1))) {
      sandbox.start();
      var url = "http://" + sandbox.getHost() + ":" + sandbox.getMappedPort(25427);
      var request = HttpRequest.newBuilder(URI.create(url + "/v1/aliases"))
          .header("Authorization", "Bearer sandbox_default")
          .build();
      System.out.println(HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).statusCode()); // 403
    }
  }
}
