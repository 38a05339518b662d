package io.pando.structure;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What logic must not reach for, looked up in compiled classes: clocks, randomness, threads, locks,
 * files, sockets, and collections whose order differs from one run to the next.
 */
final class Purity {
  /** Types that may not be named at all. */
  private static final Pattern TYPES =
      Pattern.compile(
          "java/util/(HashMap|HashSet|IdentityHashMap|WeakHashMap|Hashtable|Random|SplittableRandom"
              + "|Timer|TimerTask)(\\$.*)?"
              + "|java/util/random/.*|java/security/SecureRandom"
              + "|java/lang/(Thread|ThreadLocal|InheritableThreadLocal|ScopedValue|Process|ProcessBuilder"
              + "|Runtime)(\\$.*)?"
              + "|java/util/concurrent/(?!(Executor|TimeUnit)$).*"
              + "|java/io/(?!(IOException|UncheckedIOException|EOFException|Serializable|Closeable"
              + "|ObjectInputStream|InvalidObjectException|ByteArrayOutputStream|ByteArrayInputStream"
              + "|InputStream|OutputStream|DataInputStream|DataOutputStream|StringReader|StringWriter"
              + "|PrintWriter|Reader|Writer)$).*"
              + "|java/nio/file/.*|java/nio/channels/.*|java/net/(?!URI).*|java/time/Clock(\\$.*)?"
              + "|java/lang/foreign/.*|sun/misc/Unsafe");

  /**
   * Members that may not be used: owner, dot, name, descriptor. Sets and maps of at most one
   * element have but one order.
   */
  private static final Pattern MEMBERS =
      Pattern.compile(
          "java/lang/System\\.(nanoTime|currentTimeMillis|identityHashCode|getenv|getProperty|exit"
              + "|out|err|in)\\b.*"
              + "|java/lang/Math\\.(random|log|log10|log1p|exp|expm1|pow|sin|cos|tan|cbrt)\\b.*"
              + "|java/lang/Object\\.(wait|notify|notifyAll)\\b.*"
              + "|java/util/(Set|Map)\\.(of|copyOf|ofEntries)\\((?!\\)|Ljava/lang/Object;\\)).*"
              + "|java/util/UUID\\.randomUUID\\b.*"
              + "|java/util/Collections\\.(shuffle\\(Ljava/util/List;\\)|synchronized).*"
              + "|java/util/stream/Collectors\\.(toSet|toUnmodifiableSet|toUnmodifiableMap)\\b.*"
              + "|java/util/stream/Collectors\\.toMap\\((Ljava/util/function/[A-Za-z]+;){2,3}\\).*"
              + "|java/util/stream/Collectors\\.groupingBy\\(Ljava/util/function/Function;"
              + "(Ljava/util/stream/Collector;)?\\).*"
              + "|.*\\.(parallelStream|parallel)\\(\\).*"
              + "|java/time/[A-Za-z]+\\.now\\b.*");

  private Purity() {}

  /** What the class reaches for and must not. */
  static List<String> check(byte[] bytes) {
    ClassModel model = ClassFile.of().parse(bytes);
    NavigableSet<String> found = new TreeSet<>();
    for (PoolEntry entry : model.constantPool()) {
      if (entry instanceof ClassEntry type && TYPES.matcher(type.asInternalName()).matches()) {
        found.add(type.asInternalName());
      } else if (entry instanceof MemberRefEntry member) {
        String text =
            member.owner().asInternalName() + "." + member.name() + member.type().stringValue();
        if (MEMBERS.matcher(text).matches()) {
          found.add(text);
        }
      }
    }
    model.methods().stream()
        .filter(Purity::locks)
        .forEach(m -> found.add("lock in " + m.methodName()));
    String name = model.thisClass().asInternalName();
    return found.stream().map(thing -> name + " uses " + thing).toList();
  }

  private static boolean locks(MethodModel method) {
    boolean enters =
        method
            .code()
            .map(code ->
                code.elementStream()
                    .anyMatch(element ->
                        element instanceof Instruction step
                            && step.opcode() == Opcode.MONITORENTER))
            .orElse(false);
    return enters || method.flags().has(AccessFlag.SYNCHRONIZED);
  }
}
