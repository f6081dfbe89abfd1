package io.loomwheel.spring;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.context.ConfigurableApplicationContext;

/** Asks an application over its real socket. */
final class Http implements AutoCloseable {
  private final HttpClient client = HttpClient.newHttpClient();
  private final String url;

  Http(ConfigurableApplicationContext application) {
    url = "http://localhost:" + application.getEnvironment().getProperty("local.server.port");
  }

  String url() {
    return url;
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path)).build();
  }

  String get(String path) throws IOException, InterruptedException {
    return client.send(request(path), BodyHandlers.ofString()).body();
  }

  Map<String, Object> json(String path) throws IOException, InterruptedException {
    return JsonParserFactory.getJsonParser().parseMap(get(path));
  }

  CompletableFuture<HttpResponse<String>> getLater(String path) {
    return client.sendAsync(request(path), BodyHandlers.ofString());
  }

  @Override
  public void close() {
    client.close();
  }
}
