package io.pando.cli;

/** Where the program starts. */
public final class Main {
  private Main() {}

  /** Runs one command; the process ends with its exit status. */
  public static void main(String[] args) {
    System.err.println("pando: no commands yet");
    System.exit(args.length == 1 && args[0].equals("warm-up") ? 0 : 2);
  }
}
