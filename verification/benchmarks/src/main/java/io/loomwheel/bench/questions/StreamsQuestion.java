package io.loomwheel.bench.questions;

import io.loomwheel.bench.measure.Contest;
import io.loomwheel.bench.measure.Entrant;
import io.reactivex.rxjava3.core.Flowable;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

/**
 * What an idle timeout costs where there are many streams, and elements come to one after the other
 * at random: then nothing of a stream is in a cache. The floor is the streams without a timeout.
 */
final class StreamsQuestion {
  private static final int FEW = 1_000;
  private static final int MANY = 50_000;
  private static final int MOST = 1_000_000;

  /** What a million streams of all contestants need. */
  private static final long BYTES_OF_MOST = 12L << 30;

  /** A million streams take minutes to make and to weigh; nothing may fire meanwhile. */
  private static long idleSeconds(int count) {
    return count < MOST ? 30 : 1_800;
  }

  static List<Contest> contests() {
    return List.of(
        rxJava(MANY), reactor(MANY), rxJava(FEW), reactor(FEW), rxJava(MOST), reactor(MOST));
  }

  private static Contest rxJava(int count) {
    return contest(
        "RxJava",
        count,
        RxJavaQuestion.ways(idleSeconds(count))
            .timeouts(
                (by, timeout) ->
                    streams(
                        count,
                        source -> {
                          var unused =
                              Flowable.fromPublisher(source)
                                  .compose(timeout)
                                  .subscribe(element -> {});
                        })));
  }

  private static Contest reactor(int count) {
    return contest(
        "Reactor",
        count,
        ReactorQuestion.<Integer>ways(Duration.ofSeconds(idleSeconds(count)))
            .timeouts(
                (by, timeout) ->
                    streams(
                        count,
                        source -> {
                          var unused = Flux.from(source).transform(timeout).subscribe();
                        })));
  }

  private static ManyStreams streams(int count, Consumer<Publisher<Integer>> subscribe) {
    if (count >= MOST && Runtime.getRuntime().maxMemory() < BYTES_OF_MOST) {
      throw new UnsupportedOperationException("a million streams of each need a heap of 12 GB");
    }
    return new ManyStreams(count, subscribe);
  }

  private static Contest contest(String library, int count, List<Entrant> entrants) {
    return new Contest("streams", "", "element", entrants)
        .in("%s, %,d streams, timeout of 30 s", library, count);
  }
}
