package io.pando.structure;

/** A place that breaks a rule, and what to do instead. */
record Finding(String path, int line, String complaint) {
  @Override
  public String toString() {
    return path + ":" + line + ": " + complaint;
  }
}
