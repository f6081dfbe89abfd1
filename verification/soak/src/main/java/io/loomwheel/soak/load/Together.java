package io.loomwheel.soak.load;

import io.loomwheel.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;

/** Several faults as one. The last is the outermost. */
public record Together(List<Fault> faults) implements Fault {
  @Override
  public String name() {
    return faults.stream().map(Fault::name).collect(Collectors.joining("+"));
  }

  @Override
  public Executor executor(Executor under) {
    Executor top = under;
    for (Fault fault : faults) {
      top = fault.executor(top);
    }
    return top;
  }

  @Override
  public boolean holdsUpTasks() {
    return faults.stream().anyMatch(Fault::holdsUpTasks);
  }

  @Override
  public boolean refuses() {
    return faults.stream().anyMatch(Fault::refuses);
  }

  @Override
  public boolean holdsCarriers() {
    return faults.stream().anyMatch(Fault::holdsCarriers);
  }

  @Override
  public boolean spoilsCounts() {
    return faults.stream().anyMatch(Fault::spoilsCounts);
  }

  @Override
  public NanoClock clock(NanoClock under) {
    NanoClock top = under;
    for (Fault fault : faults) {
      top = fault.clock(top);
    }
    return top;
  }

  @Override
  public long clockSteps() {
    return faults.stream().mapToLong(Fault::clockSteps).sum();
  }

  @Override
  public void inTask(TestBed bed, int submitter) {
    for (Fault fault : faults) {
      fault.inTask(bed, submitter);
    }
  }

  @Override
  public void inWave(TestBed bed) throws Exception {
    for (Fault fault : faults) {
      fault.inWave(bed);
    }
  }

  @Override
  public void during(Stage stage) throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (Fault fault : faults) {
      threads.add(stage.start(fault));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Override
  public void relent() {
    faults.forEach(Fault::relent);
  }

  @Override
  public List<String> figures() {
    return faults.stream().flatMap(fault -> fault.figures().stream()).toList();
  }

  @Override
  public List<String> wrong() {
    return faults.stream().flatMap(fault -> fault.wrong().stream()).toList();
  }
}
