package io.loomwheel.examples.integrations;

import io.grpc.CallOptions;
import io.grpc.Context;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.StatusRuntimeException;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.grpc.okhttp.OkHttpServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.loomwheel.WheelTimer;
import io.loomwheel.loom.WheelExecutorService;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Deadlines of gRPC on a wheel, the client's and the server's. */
public final class GrpcDeadlines {
  /** Says what it was told; never answers to {@code silence}. */
  static final MethodDescriptor<String, String> SAY =
      MethodDescriptor.<String, String>newBuilder()
          .setType(MethodType.UNARY)
          .setFullMethodName("Echo/say")
          .setRequestMarshaller(new TextMarshaller())
          .setResponseMarshaller(new TextMarshaller())
          .build();

  /** {@return a server on a free port; it tells of calls that are over, by a deadline too} */
  static Server server(ScheduledExecutorService wheel, Consumer<String> over) throws IOException {
    return OkHttpServerBuilder.forPort(0, InsecureServerCredentials.create())
        .scheduledExecutorService(wheel)
        .executor(wheel) // handlers on virtual threads: they may block
        .addService(echo(over))
        .build()
        .start();
  }

  /** {@return the one service} */
  static ServerServiceDefinition echo(Consumer<String> over) {
    return ServerServiceDefinition.builder("Echo")
        .addMethod(
            SAY,
            ServerCalls.asyncUnaryCall(
                (words, answer) -> {
                  Context.current().addListener(context -> over.accept(words), Runnable::run);
                  if (!words.equals("silence")) {
                    answer.onNext(words);
                    answer.onCompleted();
                  }
                }))
        .build();
  }

  /** {@return a channel to a port of this machine} */
  static ManagedChannel channel(int port, ScheduledExecutorService wheel) {
    return OkHttpChannelBuilder.forAddress("localhost", port, InsecureChannelCredentials.create())
        .scheduledExecutorService(wheel)
        .executor(wheel) // callbacks on virtual threads
        .build();
  }

  /** {@return what the server says, if it says it in time} */
  static String say(ManagedChannel channel, String words, Duration most) {
    CallOptions options =
        CallOptions.DEFAULT.withDeadlineAfter(most.toNanos(), TimeUnit.NANOSECONDS);
    return ClientCalls.blockingUnaryCall(channel, SAY, options, words);
  }

  /** Asks a server on loopback twice; the second time it doesn't answer. */
  public static void main(String[] args) throws Exception {
    try (WheelTimer timer = WheelTimer.create();
        WheelExecutorService wheel = WheelExecutorService.on(timer)) {
      Server server = server(wheel, words -> System.out.println("over on the server: " + words));
      ManagedChannel channel = channel(server.getPort(), wheel);
      System.out.println(say(channel, "hello", Duration.ofSeconds(30)));
      try {
        System.out.println(say(channel, "silence", Duration.ofMillis(200)));
      } catch (StatusRuntimeException e) {
        System.out.println(e.getMessage());
      }
      channel.shutdownNow().awaitTermination(30, TimeUnit.SECONDS);
      server.shutdownNow().awaitTermination(30, TimeUnit.SECONDS);
      System.out.println(timer.stats());
    }
  }

  /** Text as it is in gRPC's messages, so that no code has to be generated. */
  static final class TextMarshaller implements Marshaller<String> {
    @Override
    public InputStream stream(String text) {
      return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String parse(InputStream message) {
      try {
        return new String(message.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
