package io.loomwheel.examples.demo;

import java.net.http.HttpResponse;

/**
 * What a pipeline is given to do, once.
 *
 * @param plan how many requests, and the timeout of an attempt
 * @param inFlight how many requests at once, at most
 * @param client sends attempts
 * @param journal takes a line for each answer; blocks
 * @param book is told of each attempt, timeout and outcome
 */
record Workload(Plan plan, int inFlight, Client client, Journal journal, Book book) {
  /** Checks an answer and writes it down. Blocks. */
  void store(int request, HttpResponse<String> response) {
    journal.append(Client.answer(request, response));
  }
}
