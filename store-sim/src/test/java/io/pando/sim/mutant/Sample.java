package io.pando.sim.mutant;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/** What surgery is tried on. */
public final class Sample {
  private final List<String> said = new ArrayList<>();
  private final String name;

  /** A grade. */
  public enum Grade {
    PASSED,
    MIDDLE,
    FAILED
  }

  public Sample(String name) {
    this.name = name;
  }

  public boolean isLarge(int size) {
    return size > 10;
  }

  public int longer(int size, int other) {
    IntSupplier answer = () -> isLarge(size) ? size : other;
    return answer.getAsInt();
  }

  public long twice(long number, String unused) {
    return 2 * number;
  }

  public long sum(long number) {
    return 1 + twice(number, "unused");
  }

  public Optional<String> name() {
    return Optional.of(name);
  }

  public List<String> copy(List<String> words) {
    return List.copyOf(words);
  }

  public String last(List<String> words) {
    return words.getLast();
  }

  public List<String> speak(String word) {
    said.add(word);
    said.add(word + "!");
    return said;
  }

  public void forget() {
    said.clear();
  }

  public List<String> speakAndForget(String word) {
    speak(word);
    forget();
    return said;
  }

  public Grade grade(int points) {
    return points > 5 ? Grade.PASSED : Grade.FAILED;
  }

  public String rank(int points) {
    return grade(points).name();
  }

  public boolean pass(int points) {
    return points > 5 && points < 100;
  }

  public String twin(String a) {
    return a;
  }

  public String twin(String a, String b) {
    return a + b;
  }
}
