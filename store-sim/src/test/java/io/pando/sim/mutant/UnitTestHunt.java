package io.pando.sim.mutant;

import io.pando.disk.pack.Codecs;
import io.pando.sim.mutant.surgery.Mutant;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs the modules' unit tests against randomly drawn mutants, in one JVM: classes are loaded with
 * all mutants planted, each test class is run without any first, to learn which mutants it reaches,
 * and then each mutant meets the test classes that reach it, the quickest first. A line is appended
 * to the file of results for each mutant; those that are in it already are left out. {@code
 * bench/mutants.sh} starts it.
 *
 * <p>A mutant may make a test endless. Then the JVM ends with {@link #AGAIN}, and is to be started
 * again.
 */
final class UnitTestHunt {
  /** Exit status: there are more mutants to look at. */
  private static final int AGAIN = 9;

  private static final long SLOWEST_SECONDS = 40;
  private static final long LEAST_PATIENCE_SECONDS = 10;
  private static final int TIMES_AS_LONG = 5;
  private static final String PASSED = "";
  private static final String ENDLESS = "does not end";

  private record Reach(String type, Set<Integer> mutants, long nanos) {}

  private final List<Mutant> mutants;
  private final ClassLoader loader;
  private final Path results;
  private final Method activate;
  private final Method record;
  private final Method recorded;

  private UnitTestHunt(List<Mutant> mutants, Path results)
      throws ReflectiveOperationException, IOException {
    this.mutants = mutants;
    this.results = results;
    // A native library serves the class loader alone that loaded it, and Zstandard's classes are
    // not loaded again: so it must be there before a test of the laboratory wants it.
    Codecs _ = Codecs.beside(results.resolveSibling("native"));
    this.loader = new LaboratoryLoader(UnitTestHunt.class.getClassLoader(), mutants);
    Class<?> planted = loader.loadClass(Planted.class.getName());
    this.activate = planted.getMethod("activate", int.class);
    this.record = planted.getMethod("record");
    this.recorded = planted.getMethod("recorded");
  }

  /** Arguments: number of mutants, mutation seed, file of results, folders of test classes. */
  public static void main(String[] arguments) throws Exception {
    List<Mutant> mutants =
        RandomMutants.draw(Integer.parseInt(arguments[0]), Long.parseLong(arguments[1]));
    UnitTestHunt hunt = new UnitTestHunt(mutants, Path.of(arguments[2]));
    List<String> types = new ArrayList<>();
    for (String folder : Arrays.asList(arguments).subList(3, arguments.length)) {
      types.addAll(testClasses(Path.of(folder)));
    }
    hunt.run(types);
    System.exit(0);
  }

  private static List<String> testClasses(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .map(file -> folder.relativize(file).toString())
          .filter(name -> name.endsWith("Test.class"))
          .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
          .sorted()
          .toList();
    }
  }

  private void run(List<String> types) throws Exception {
    Set<String> done = done();
    Path known = results.resolveSibling(results.getFileName() + ".reached");
    List<Reach> reached = Files.exists(known) ? read(known) : look(types, known);
    for (int i = 0; i < mutants.size(); i++) {
      Mutant mutant = mutants.get(i);
      if (!done.contains(mutant.name())) {
        int number = i + 1;
        judge(
            mutant,
            number,
            reached.stream()
                .filter(reach -> reach.mutants().contains(number))
                .sorted(Comparator.comparingLong(Reach::nanos))
                .toList());
      }
    }
  }

  private Set<String> done() throws IOException {
    if (!Files.exists(results)) {
      return Set.of();
    }
    return Files.readAllLines(results).stream()
        .map(line -> line.split("\t", -1)[0])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private List<Reach> look(List<String> types, Path into) throws Exception {
    List<Reach> reached = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (String type : types) {
      activate.invoke(null, 0);
      record.invoke(null);
      long began = System.nanoTime();
      String failure = test(type, SLOWEST_SECONDS);
      long nanos = System.nanoTime() - began;
      int[] passed = (int[]) recorded.invoke(null);
      if (failure.equals(PASSED) && passed.length > 0) {
        Reach reach =
            new Reach(type, Arrays.stream(passed).boxed().collect(Collectors.toSet()), nanos);
        reached.add(reach);
        lines.add(
            type
                + "\t"
                + nanos
                + "\t"
                + reach.mutants().stream().map(String::valueOf).collect(Collectors.joining(",")));
      } else if (!failure.equals(PASSED)) {
        System.err.println("left out: " + type + ": " + failure);
      }
    }
    Files.write(into, lines);
    return reached;
  }

  private static List<Reach> read(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .map(line -> line.split("\t", -1))
        .map(parts ->
            new Reach(
                parts[0],
                Stream.of(parts[2].split(",", -1))
                    .map(Integer::valueOf)
                    .collect(Collectors.toSet()),
                Long.parseLong(parts[1])))
        .toList();
  }

  private void judge(Mutant mutant, int number, List<Reach> tests) throws Exception {
    String how = tests.isEmpty() ? "no test reaches it" : "survived " + tests.size() + " tests";
    boolean killed = false;
    boolean endless = false;
    for (Reach reach : tests) {
      activate.invoke(null, number);
      long seconds = TIMES_AS_LONG * TimeUnit.NANOSECONDS.toSeconds(reach.nanos());
      String failure = test(reach.type(), Math.max(LEAST_PATIENCE_SECONDS, seconds));
      activate.invoke(null, 0);
      if (!failure.equals(PASSED)) {
        killed = true;
        endless = failure.equals(ENDLESS);
        how = simple(reach.type()) + ": " + failure;
        break;
      }
    }
    String line =
        mutant.name() + "\t" + (killed ? "killed" : "alive") + "\t" + how + "\t" + mutant.mistake();
    Files.writeString(results, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    System.err.println(line);
    if (endless) {
      System.err.flush();
      Runtime.getRuntime().halt(AGAIN);
    }
  }

  private static String simple(String type) {
    return type.substring(type.lastIndexOf('.') + 1);
  }

  /** {@link #PASSED}, {@link #ENDLESS}, or what failed first. */
  private String test(String type, long seconds) throws InterruptedException {
    String[] failure = {ENDLESS};
    Thread thread =
        new Thread(() -> {
          Thread.currentThread().setContextClassLoader(loader);
          failure[0] = outcome(type);
        });
    thread.setDaemon(true);
    thread.start();
    thread.join(TimeUnit.SECONDS.toMillis(seconds));
    return failure[0];
  }

  private String outcome(String type) {
    try {
      LauncherDiscoveryRequest request =
          LauncherDiscoveryRequestBuilder.request()
              .selectors(DiscoverySelectors.selectClass(loader.loadClass(type)))
              .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
              .build();
      SummaryGeneratingListener listener = new SummaryGeneratingListener();
      LauncherFactory.create().execute(request, listener);
      List<TestExecutionSummary.Failure> failures = listener.getSummary().getFailures();
      return failures.isEmpty() ? PASSED : first(failures.getFirst());
    } catch (ClassNotFoundException | LinkageError e) {
      return e.toString();
    }
  }

  private static String first(TestExecutionSummary.Failure failure) {
    Throwable thrown = failure.getException();
    Throwable cause = thrown instanceof InvocationTargetException it ? it.getCause() : thrown;
    String text = String.valueOf(cause).strip().replaceAll("\\s+", " ");
    return failure.getTestIdentifier().getDisplayName()
        + ": "
        + text.substring(0, Math.min(120, text.length()));
  }
}
