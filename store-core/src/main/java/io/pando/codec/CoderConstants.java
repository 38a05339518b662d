package io.pando.codec;

import static java.lang.classfile.ClassFile.ACC_FINAL;
import static java.lang.classfile.ClassFile.ACC_STATIC;
import static java.lang.constant.ConstantDescs.CD_List;
import static java.lang.constant.ConstantDescs.CD_MethodHandles_Lookup;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CLASS_INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;

/**
 * The constants of a coder's class: objects that are passed as a list when the class is defined.
 */
final class CoderConstants {
  private final ClassDesc self;
  private final List<Object> values = new ArrayList<>();
  private final List<Constant> constants = new ArrayList<>();

  /** An empty list of constants, for the class {@code self}. */
  CoderConstants(ClassDesc self) {
    this.self = self;
  }

  /** A static final field of the class. */
  record Constant(ClassDesc self, String name, ClassDesc type) {
    void push(CodeBuilder code) {
      code.getstatic(self, name, type);
    }
  }

  Constant add(Object value) {
    return add(value, value.getClass());
  }

  /** Adds a constant whose own class cannot be named; {@code type} is the type of the field. */
  Constant add(Object value, Class<?> type) {
    Constant constant = new Constant(self, "CONSTANT_" + values.size(), FieldCode.desc(type));
    values.add(value);
    constants.add(constant);
    return constant;
  }

  /** The objects, in the order of the fields. */
  List<Object> values() {
    return values;
  }

  /** Declares the fields, and fills them when the class is initialised. */
  void declare(ClassBuilder made) {
    for (Constant constant : constants) {
      made.withField(constant.name(), constant.type(), ACC_STATIC | ACC_FINAL);
    }
    made.withMethodBody(CLASS_INIT_NAME, MTD_void, ACC_STATIC, this::initialise);
  }

  private void initialise(CodeBuilder code) {
    ClassDesc handles = FieldCode.desc(MethodHandles.class);
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
    for (int i = 0; i < constants.size(); i++) {
      Constant constant = constants.get(i);
      code.aload(0)
          .loadConstant(i)
          .invokeinterface(CD_List, "get", MethodTypeDesc.of(CD_Object, CD_int))
          .checkcast(constant.type())
          .putstatic(self, constant.name(), constant.type());
    }
    code.return_();
  }
}
