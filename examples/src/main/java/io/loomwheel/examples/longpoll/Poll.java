package io.loomwheel.examples.longpoll;

import com.sun.net.httpserver.HttpExchange;
import io.loomwheel.purgatory.DelayedOperation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * A request that waits for events. Answered once: with what has come, each event on a line, or with
 * 204 if nothing has.
 */
final class Poll extends DelayedOperation {
  private final HttpExchange exchange;
  private final PollQuery query;
  private final Events events;
  private final Executor answers;

  /**
   * Makes a poll.
   *
   * @param exchange to answer
   * @param query what it asks for
   * @param events what it waits for
   * @param answers runs the answering, which may block if the reader is slow
   */
  Poll(HttpExchange exchange, PollQuery query, Events events, Executor answers) {
    super(query.longest());
    this.exchange = exchange;
    this.query = query;
    this.events = events;
    this.answers = answers;
  }

  @Override
  public boolean tryComplete() {
    return events.last() > query.after() && forceComplete();
  }

  /** The thread that posts has thousands of these to complete, and waits for no reader. */
  @Override
  public void onComplete() {
    answers.execute(this::answer);
  }

  /** What hasn't come by now is not in the answer; nothing else to do. */
  @Override
  public void onExpiration() {}

  private void answer() {
    List<String> news = events.after(query.after());
    try (exchange) {
      if (news.isEmpty()) {
        exchange.sendResponseHeaders(204, -1);
      } else {
        byte[] body = String.join("\n", news).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
      }
    } catch (IOException e) {
      // the reader has gone, and nobody else wants the answer
    }
  }
}
