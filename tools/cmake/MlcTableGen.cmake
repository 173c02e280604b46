# TableGen. Generated files mirror the source tree under the build folder, so
# `dialects/Graph/GraphOps.td` gives `#include "dialects/Graph/GraphOps.h.inc"`.
# All of them hang on the target `mlc-headers`, which every library waits for.

add_custom_target(mlc-headers)
find_program(MLC_TBLGEN mlir-tblgen HINTS ${LLVM_TOOLS_BINARY_DIR} REQUIRED
  NO_DEFAULT_PATH)

# mlc_tablegen(<file.td> <output> <mlir-tblgen arguments...>)
function(mlc_tablegen td output)
  set(source "${CMAKE_CURRENT_SOURCE_DIR}/${td}")
  set(result "${CMAKE_CURRENT_BINARY_DIR}/${output}")
  get_filename_component(folder "${result}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  set(includes)
  foreach(dir IN LISTS MLIR_INCLUDE_DIRS)
    list(APPEND includes -I "${dir}")
  endforeach()
  add_custom_command(OUTPUT "${result}"
    COMMAND ${MLC_TBLGEN} ${ARGN} -I "${PROJECT_SOURCE_DIR}" ${includes}
      "${source}" --write-if-changed -o "${result}" -d "${result}.d"
    DEPENDS "${source}" DEPFILE "${result}.d" VERBATIM
    COMMENT "Generating ${output}")
  file(RELATIVE_PATH path "${PROJECT_BINARY_DIR}" "${result}")
  string(MAKE_C_IDENTIFIER "tblgen_${path}" target)
  add_custom_target(${target} DEPENDS "${result}")
  add_dependencies(mlc-headers ${target})
endfunction()

# mlc_tablegen_dialect(<X.td> <dialect name>): X.h.inc, X.cpp.inc (ops) and
# XDialect, XTypes, XAttributes, XEnums, each .h.inc and .cpp.inc.
function(mlc_tablegen_dialect td dialect)
  get_filename_component(x "${td}" NAME_WE)
  mlc_tablegen(${td} ${x}.h.inc -gen-op-decls)
  mlc_tablegen(${td} ${x}.cpp.inc -gen-op-defs)
  foreach(kind Dialect Types Attributes)
    set(what dialect)
    set(flag -dialect=${dialect})
    if(kind STREQUAL Types)
      set(what typedef)
      set(flag -typedefs-dialect=${dialect})
    elseif(kind STREQUAL Attributes)
      set(what attrdef)
      set(flag -attrdefs-dialect=${dialect})
    endif()
    mlc_tablegen(${td} ${x}${kind}.h.inc -gen-${what}-decls ${flag})
    mlc_tablegen(${td} ${x}${kind}.cpp.inc -gen-${what}-defs ${flag})
  endforeach()
  mlc_tablegen(${td} ${x}Enums.h.inc -gen-enum-decls)
  mlc_tablegen(${td} ${x}Enums.cpp.inc -gen-enum-defs)
endfunction()

# mlc_tablegen_interfaces(<X.td>): op interfaces, X.h.inc and X.cpp.inc.
function(mlc_tablegen_interfaces td)
  get_filename_component(x "${td}" NAME_WE)
  mlc_tablegen(${td} ${x}.h.inc -gen-op-interface-decls)
  mlc_tablegen(${td} ${x}.cpp.inc -gen-op-interface-defs)
endfunction()

# mlc_tablegen_passes(<X.td> <Group>): pass declarations in X.h.inc.
function(mlc_tablegen_passes td group)
  get_filename_component(x "${td}" NAME_WE)
  mlc_tablegen(${td} ${x}.h.inc -gen-pass-decls -name=${group})
endfunction()
