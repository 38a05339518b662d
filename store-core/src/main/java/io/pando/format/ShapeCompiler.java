package io.pando.format;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_PUBLIC;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_List;
import static java.lang.constant.ConstantDescs.CD_MethodHandles_Lookup;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.CLASS_INIT_NAME;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import io.pando.check.Invariant;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the {@link Coder} of a shape. What it makes for {@code record Version(long epoch, long
 * counter)} is, in Java:
 *
 * <pre>
 *   void write(ProtoWriter out, Object record) {
 *     Version value = (Version) record;
 *     FIELD_0.write(out, value.epoch());
 *     FIELD_1.write(out, value.counter());
 *   }
 *
 *   Object read(ProtoReader in) {
 *     Object c0 = null, c1 = null;
 *     int at = -1;
 *     try {
 *       while (in.hasMore()) {
 *         int tag = in.tag();
 *         switch (tag &gt;&gt;&gt; 3) {
 *           case 1: at = 0; c0 = FIELD_0.read(in, tag &amp; 7, c0); break;
 *           case 2: at = 1; c1 = FIELD_1.read(in, tag &amp; 7, c1); break;
 *           default: at = -1; in.skip(tag &amp; 7);
 *         }
 *       }
 *       at = 0; c0 = FIELD_0.finish(in, c0);
 *       at = 1; c1 = FIELD_1.finish(in, c1);
 *       return new Version((long) c0, (long) c1);
 *     } catch (FormatException e) {
 *       throw SHAPE.inside(e, at);
 *     }
 *   }
 * </pre>
 *
 * where the fields are constants. A loop over the fields does the same for many times the
 * instructions: each call in it may lead to any field of any type, each number becomes an object.
 */
final class ShapeCompiler {
  private static final ClassDesc CODER = desc(Coder.class);
  private static final ClassDesc SHAPE = desc(Shape.class);
  private static final ClassDesc WRITER = desc(ProtoWriter.class);
  private static final ClassDesc READER = desc(ProtoReader.class);
  private static final ClassDesc FAILURE = desc(FormatException.class);
  private static final MethodTypeDesc WRITE = MethodTypeDesc.of(CD_void, WRITER, CD_Object);
  private static final MethodTypeDesc READ = MethodTypeDesc.of(CD_Object, READER);
  private static final String SHAPE_NAME = "SHAPE";

  // Slots of local variables; slot 0 is this
  private static final int ARGUMENT = 1;
  private static final int RECORD = 2;
  private static final int AT = 2;
  private static final int TAG = 3;
  private static final int FIRST_COMPONENT = 4;

  private final Shape<?> shape;
  private final ClassDesc record;
  private final RecordComponent[] components;
  private final List<? extends Field<?>> fields;
  private final ClassDesc self;

  private ShapeCompiler(Shape<?> shape) {
    this.shape = shape;
    this.record = desc(shape.record());
    this.components = shape.record().getRecordComponents();
    this.fields = shape.fields();
    this.self = ClassDesc.of(Coder.class.getName() + "$" + shape.name());
  }

  /** The code of a shape. */
  static Coder compile(Shape<?> shape) {
    return new ShapeCompiler(shape).coder();
  }

  private Coder coder() {
    List<Object> constants = new ArrayList<>(fields);
    constants.add(shape);
    try {
      MethodHandles.Lookup inside =
          MethodHandles.lookup().defineHiddenClassWithClassData(bytes(), constants, true);
      return (Coder)
          inside
              .findConstructor(inside.lookupClass(), MethodType.methodType(void.class))
              .asType(MethodType.methodType(Coder.class))
              .invokeExact();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw Invariant.unreachable(shape.record().getName() + " is no public record: " + e);
    }
  }

  private byte[] bytes() {
    return ClassFile.of()
        .build(
            self,
            made -> {
              made.withFlags(ACC_FINAL).withSuperclass(CODER);
              constants(made);
              made.withMethodBody(
                  INIT_NAME,
                  MTD_void,
                  0,
                  code -> code.aload(0).invokespecial(CODER, INIT_NAME, MTD_void).return_());
              made.withMethodBody("write", WRITE, ACC_PUBLIC, this::write);
              made.withMethodBody("read", READ, ACC_PUBLIC, this::read);
            });
  }

  // Constants

  private static String nameOf(int field) {
    return "FIELD_" + field;
  }

  private ClassDesc typeOf(int field) {
    return desc(fields.get(field).getClass());
  }

  private void constants(ClassBuilder made) {
    for (int i = 0; i < fields.size(); i++) {
      made.withField(nameOf(i), typeOf(i), ACC_STATIC | ACC_FINAL);
    }
    made.withField(SHAPE_NAME, SHAPE, ACC_STATIC | ACC_FINAL);
    made.withMethodBody(
        CLASS_INIT_NAME,
        MTD_void,
        ACC_STATIC,
        code -> {
          ClassDesc handles = desc(MethodHandles.class);
          code.invokestatic(handles, "lookup", MethodTypeDesc.of(CD_MethodHandles_Lookup))
              .ldc(ConstantDescs.DEFAULT_NAME)
              .ldc(CD_List)
              .invokestatic(
                  handles,
                  "classData",
                  MethodTypeDesc.of(
                      CD_Object, CD_MethodHandles_Lookup, CD_String, ConstantDescs.CD_Class))
              .checkcast(CD_List)
              .astore(0);
          for (int i = 0; i < fields.size(); i++) {
            constant(code, i, typeOf(i), nameOf(i));
          }
          constant(code, fields.size(), SHAPE, SHAPE_NAME);
          code.return_();
        });
  }

  private void constant(CodeBuilder code, int index, ClassDesc type, String name) {
    code.aload(0)
        .loadConstant(index)
        .invokeinterface(CD_List, "get", MethodTypeDesc.of(CD_Object, CD_int))
        .checkcast(type)
        .putstatic(self, name, type);
  }

  // Writing

  private void write(CodeBuilder code) {
    code.aload(RECORD).checkcast(record).astore(RECORD);
    for (int i = 0; i < fields.size(); i++) {
      ClassDesc type = desc(components[i].getType());
      code.getstatic(self, nameOf(i), typeOf(i))
          .aload(ARGUMENT)
          .aload(RECORD)
          .invokevirtual(record, components[i].getName(), MethodTypeDesc.of(type));
      box(code, type);
      code.invokevirtual(typeOf(i), "write", WRITE);
    }
    code.return_();
  }

  // Reading

  private void read(CodeBuilder code) {
    code.loadConstant(-1).istore(AT);
    for (int i = 0; i < fields.size(); i++) {
      code.aconst_null().astore(FIRST_COMPONENT + i);
    }
    code.trying(
        tried -> {
          fields(tried);
          finish(tried);
        },
        caught ->
            caught.catching(
                FAILURE,
                failed -> {
                  failed.astore(TAG).getstatic(self, SHAPE_NAME, SHAPE).aload(TAG).iload(AT);
                  failed
                      .invokevirtual(SHAPE, "inside", MethodTypeDesc.of(FAILURE, FAILURE, CD_int))
                      .athrow();
                }));
  }

  /** Reads fields in the order they come in. */
  private void fields(CodeBuilder code) {
    Label next = code.newBoundLabel();
    Label unknown = code.newLabel();
    Label end = code.newLabel();
    code.aload(ARGUMENT)
        .invokevirtual(READER, "hasMore", MethodTypeDesc.of(CD_boolean))
        .ifeq(end)
        .aload(ARGUMENT)
        .invokevirtual(READER, "tag", MethodTypeDesc.of(CD_int))
        .istore(TAG);
    List<SwitchCase> cases = new ArrayList<>();
    for (Field<?> field : fields) {
      if (field.number() > 0) {
        cases.add(SwitchCase.of(field.number(), code.newLabel()));
      }
    }
    code.iload(TAG).loadConstant(3).iushr().lookupswitch(unknown, cases);
    int read = 0;
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).number() > 0) {
        code.labelBinding(cases.get(read++).target());
        field(code, i);
        code.goto_(next);
      }
    }
    code.labelBinding(unknown).loadConstant(-1).istore(AT).aload(ARGUMENT);
    wireType(code);
    code.invokevirtual(READER, "skip", MethodTypeDesc.of(CD_void, CD_int)).goto_(next);
    code.labelBinding(end);
  }

  private void field(CodeBuilder code, int i) {
    code.loadConstant(i).istore(AT).getstatic(self, nameOf(i), typeOf(i)).aload(ARGUMENT);
    wireType(code);
    code.aload(FIRST_COMPONENT + i)
        .invokevirtual(typeOf(i), "read", MethodTypeDesc.of(CD_Object, READER, CD_int, CD_Object))
        .astore(FIRST_COMPONENT + i);
  }

  private static void wireType(CodeBuilder code) {
    code.iload(TAG).loadConstant(7).iand();
  }

  private void finish(CodeBuilder code) {
    for (int i = 0; i < fields.size(); i++) {
      code.loadConstant(i)
          .istore(AT)
          .getstatic(self, nameOf(i), typeOf(i))
          .aload(ARGUMENT)
          .aload(FIRST_COMPONENT + i)
          .invokevirtual(typeOf(i), "finish", MethodTypeDesc.of(CD_Object, READER, CD_Object))
          .astore(FIRST_COMPONENT + i);
    }
    code.new_(record).dup();
    ClassDesc[] types = new ClassDesc[components.length];
    for (int i = 0; i < types.length; i++) {
      types[i] = desc(components[i].getType());
      code.aload(FIRST_COMPONENT + i);
      unbox(code, types[i]);
    }
    code.invokespecial(record, INIT_NAME, MethodTypeDesc.of(CD_void, types)).areturn();
  }

  // Numbers as objects

  private static void box(CodeBuilder code, ClassDesc type) {
    if (type.isPrimitive()) {
      ClassDesc boxed = boxOf(type);
      code.invokestatic(boxed, "valueOf", MethodTypeDesc.of(boxed, type));
    }
  }

  private static void unbox(CodeBuilder code, ClassDesc type) {
    if (type.isPrimitive()) {
      ClassDesc boxed = boxOf(type);
      code.checkcast(boxed)
          .invokevirtual(boxed, type.displayName() + "Value", MethodTypeDesc.of(type));
    } else {
      code.checkcast(type);
    }
  }

  private static ClassDesc boxOf(ClassDesc type) {
    return switch (type.displayName()) {
      case "long" -> ConstantDescs.CD_Long;
      case "int" -> ConstantDescs.CD_Integer;
      case "boolean" -> ConstantDescs.CD_Boolean;
      default -> throw new IllegalStateException("components of type " + type.displayName());
    };
  }

  private static ClassDesc desc(Class<?> type) {
    return type.describeConstable().orElseThrow();
  }
}
