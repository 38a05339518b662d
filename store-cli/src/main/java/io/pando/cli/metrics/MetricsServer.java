package io.pando.cli.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/** The HTTP endpoint of one daemon, {@code /metrics}, in the format that the reader asks for. */
final class MetricsServer implements AutoCloseable {
  private static final String PATH = "/metrics";
  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
  private static final int WAITING = 16;
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int METHOD_NOT_ALLOWED = 405;

  private final HttpServer server;
  private final ExecutorService threads;
  private final String url;

  private MetricsServer(HttpServer server, ExecutorService threads, String host) {
    this.server = server;
    this.threads = threads;
    this.url = "http://" + host + ":" + server.getAddress().getPort() + PATH;
  }

  /**
   * Listens.
   *
   * @param port 0 for a free one
   * @param scrape gives all meters as text in the format of a content type
   */
  static MetricsServer start(String host, int port, UnaryOperator<String> scrape)
      throws IOException {
    HttpServer http = HttpServer.create();
    try {
      http.bind(new InetSocketAddress(InetAddress.getByName(host), port), WAITING);
    } catch (IOException failure) {
      throw new IOException(
          "the endpoint of metrics cannot listen on %s port %d (%s): choose another metrics.port"
              .formatted(host, port, failure.getMessage()),
          failure);
    }
    ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    http.setExecutor(threads);
    http.createContext("/", exchange -> answer(exchange, scrape));
    http.start();
    return new MetricsServer(http, threads, host);
  }

  private static void answer(HttpExchange exchange, UnaryOperator<String> scrape)
      throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      if (!path.equals(PATH)) {
        send(exchange, NOT_FOUND, TEXT, "There is only " + PATH + ".\n");
      } else if (!exchange.getRequestMethod().equals("GET")) {
        send(exchange, METHOD_NOT_ALLOWED, TEXT, PATH + " is only read (GET).\n");
      } else {
        send(exchange, OK, TEXT, scrape.apply(TEXT));
      }
    }
  }

  private static void send(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  String url() {
    return url;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.close();
  }
}
