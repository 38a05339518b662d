package io.pando.structure;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The types that a class names to those who compile against it. */
final class Signatures {
  private static final Pattern TYPE = Pattern.compile("L([\\w/$]+)");
  private static final List<String> NEVER = List.of("io.netty.", "com.google.protobuf.");

  private Signatures() {}

  /** The types that a class should not name. */
  static List<String> internal(ClassModel type, Set<String> exported) {
    return named(type).stream()
        .filter(name -> isInternal(name, exported))
        .map(name -> dotted(type.thisClass().asInternalName()) + " names " + name)
        .toList();
  }

  private static boolean isInternal(String name, Set<String> exported) {
    boolean hidden =
        name.startsWith("io.pando.")
            && !exported.contains(name.substring(0, name.lastIndexOf('.')));
    return hidden || NEVER.stream().anyMatch(name::startsWith);
  }

  /** Whether code in other packages can name the class. */
  static boolean isPublic(ClassModel type) {
    String self = type.thisClass().asInternalName();
    boolean nestedIn =
        type.findAttribute(Attributes.innerClasses()).stream()
            .flatMap(inner -> inner.classes().stream())
            .filter(inner -> (self + "$").startsWith(inner.innerClass().asInternalName() + "$"))
            .allMatch(inner -> inner.has(AccessFlag.PUBLIC) || inner.has(AccessFlag.PROTECTED));
    return type.flags().has(AccessFlag.PUBLIC) && nestedIn;
  }

  static String packageOf(ClassModel type) {
    String name = dotted(type.thisClass().asInternalName());
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }

  /** Types in the declarations of the class and of its public and protected members. */
  private static NavigableSet<String> named(ClassModel type) {
    NavigableSet<String> names = new TreeSet<>();
    type.superclass().ifPresent(parent -> names.add(dotted(parent.asInternalName())));
    type.interfaces().forEach(parent -> names.add(dotted(parent.asInternalName())));
    type.findAttribute(Attributes.signature())
        .ifPresent(generic -> collect(generic.signature().stringValue(), names));
    for (MethodModel method : type.methods()) {
      if (isVisible(method.flags().flags())) {
        collect(method.methodType().stringValue(), names);
        method
            .findAttribute(Attributes.signature())
            .ifPresent(generic -> collect(generic.signature().stringValue(), names));
        method
            .findAttribute(Attributes.exceptions())
            .ifPresent(thrown ->
                thrown.exceptions().forEach(each -> names.add(dotted(each.asInternalName()))));
      }
    }
    for (FieldModel field : type.fields()) {
      if (isVisible(field.flags().flags())) {
        collect(field.fieldType().stringValue(), names);
        field
            .findAttribute(Attributes.signature())
            .ifPresent(generic -> collect(generic.signature().stringValue(), names));
      }
    }
    return names;
  }

  private static boolean isVisible(Set<AccessFlag> flags) {
    return !flags.contains(AccessFlag.SYNTHETIC)
        && (flags.contains(AccessFlag.PUBLIC) || flags.contains(AccessFlag.PROTECTED));
  }

  private static void collect(String signature, Set<String> names) {
    Matcher types = TYPE.matcher(signature);
    while (types.find()) {
      names.add(dotted(types.group(1)));
    }
  }

  private static String dotted(String name) {
    return name.replace('/', '.');
  }
}
