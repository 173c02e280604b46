# mlc_add_model(<target> <model> [OPTIONS flag...] [DEPENDS file...])
#
# Compiles a model at build time; part of find_package(MLC). <target> is a shared
# library to link: `<target>_run` and its siblings are declared in <target>.h,
# which its users can include. OPTIONS go to compile-model as they stand; DEPENDS names
# files that the model refers to, such as external weights.
#
#   find_package(MLC REQUIRED)
#   mlc_add_model(digits digits.onnx OPTIONS --target=native)
#   target_link_libraries(app PRIVATE digits)

function(mlc_add_model target model)
  cmake_parse_arguments(arg "" "" "OPTIONS;DEPENDS" ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "mlc_add_model: unexpected ${arg_UNPARSED_ARGUMENTS}")
  endif()
  get_filename_component(model "${model}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
  set(folder "${CMAKE_CURRENT_BINARY_DIR}/mlc-models/${target}")
  # Called lib*: it has no soname, so the linker must find it by -l and rpath.
  set(library "${folder}/lib${target}.so")
  file(MAKE_DIRECTORY "${folder}")
  add_custom_command(OUTPUT "${library}" "${folder}/${target}.h"
    COMMAND MLC::compile-model "${model}" -o "${library}" --header
      --prefix=${target} ${arg_OPTIONS}
    COMMAND ${CMAKE_COMMAND} -E rename
      "${folder}/lib${target}.h" "${folder}/${target}.h"
    DEPENDS "${model}" MLC::compile-model ${arg_DEPENDS} VERBATIM
    COMMENT "Compiling the model ${target}")
  add_custom_target(${target}-model DEPENDS "${library}")
  add_library(${target} SHARED IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES
    IMPORTED_LOCATION "${library}" IMPORTED_NO_SONAME ON)
  target_include_directories(${target} INTERFACE "${folder}"
    "$<TARGET_PROPERTY:MLC::headers,INTERFACE_INCLUDE_DIRECTORIES>")
  add_dependencies(${target} ${target}-model)
endfunction()
