# The kinds of target this project has. Sources are globbed: a new .cpp in a
# folder needs no edit here (CONFIGURE_DEPENDS looks again at every build).

find_package(Threads REQUIRED)

# The one precompiled header. Everything that includes MLIR reuses it; see
# compiler/Support/Pch.h for what belongs in it.
file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/pch/Pch.cpp" CONTENT "")
add_library(mlc_pch OBJECT "${PROJECT_BINARY_DIR}/pch/Pch.cpp")
target_precompile_headers(mlc_pch PRIVATE
  "${PROJECT_SOURCE_DIR}/compiler/Support/Pch.h")
# Without timestamps a cached result stays good when a checkout touches Pch.h.
target_compile_options(mlc_pch PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
set(MLC_PCH CMakeFiles/mlc_pch.dir/cmake_pch.hxx.pch)

# What ccache takes for the header's identity (CCACHE_PCH_EXTSUM). The compiled
# header holds the checkout's path, so its own bytes would differ everywhere.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/compiler/Support/Pch.h")
file(SHA256 "${PROJECT_SOURCE_DIR}/compiler/Support/Pch.h" pch_hash)
file(TIMESTAMP "${MLIR_DIR}/MLIRConfig.cmake" pch_time)
file(WRITE "${PROJECT_BINARY_DIR}/${MLC_PCH}.sum"
  "${pch_hash} ${LLVM_PACKAGE_VERSION} ${pch_time} ${CMAKE_CXX_COMPILER_VERSION} "
  "${CMAKE_BUILD_TYPE} ${MLC_SANITIZE}\n")

function(mlc_common_settings target)
  target_include_directories(${target} PRIVATE
    "${PROJECT_SOURCE_DIR}" "${PROJECT_BINARY_DIR}"
    "${PROJECT_SOURCE_DIR}/runtime/include")
  target_compile_definitions(${target} PRIVATE
    MLC_VERSION="${PROJECT_VERSION}")
endfunction()

mlc_common_settings(mlc_pch)
target_link_libraries(mlc_pch PRIVATE mlc_llvm)
target_compile_options(mlc_pch PRIVATE -fno-exceptions)

# Reuses the precompiled header unless the target's flags differ from its own.
# Not by REUSE_FROM: that puts the checkout's absolute path on every command
# line, and no two checkouts would share a ccache entry. Ninja runs compilers in
# the build folder, so a relative path does.
function(mlc_exceptions_and_pch target exceptions no_pch)
  if(exceptions)
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-fexceptions>)
  else()
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions>)
    if(NOT no_pch)
      target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Winvalid-pch>
        "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -include-pch -Xclang ${MLC_PCH}>")
      get_target_property(sources ${target} SOURCES)
      list(FILTER sources INCLUDE REGEX "\\.cpp$")
      set_property(SOURCE ${sources} APPEND PROPERTY OBJECT_DEPENDS
        "${PROJECT_BINARY_DIR}/${MLC_PCH}")
    endif()
  endif()
endfunction()

# add_mlc_library(<name> [NO_PCH] [EXCEPTIONS] [NO_LLVM] [SHARED]
#                 [SOURCES file...] [EXCLUDE regex...] [LINK lib...])
# A static library of all .cpp files below the current folder (or of SOURCES).
# EXCLUDE drops files whose path relative to the folder matches. NO_LLVM is for
# the runtime, which must not see LLVM; it implies NO_PCH.
function(add_mlc_library name)
  cmake_parse_arguments(arg "NO_PCH;EXCEPTIONS;NO_LLVM;SHARED" ""
    "SOURCES;EXCLUDE;LINK" ${ARGN})
  if(NOT arg_SOURCES)
    file(GLOB_RECURSE arg_SOURCES CONFIGURE_DEPENDS RELATIVE
      "${CMAKE_CURRENT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  endif()
  foreach(regex IN LISTS arg_EXCLUDE)
    list(FILTER arg_SOURCES EXCLUDE REGEX "${regex}")
  endforeach()
  if(NOT arg_SOURCES)  # nothing written yet
    add_library(${name} INTERFACE)
    target_link_libraries(${name} INTERFACE ${arg_LINK})
    return()
  endif()
  set(kind STATIC)
  if(arg_SHARED)
    set(kind SHARED)
  endif()
  add_library(${name} ${kind} ${arg_SOURCES})
  mlc_common_settings(${name})
  if(NOT arg_NO_LLVM)
    target_link_libraries(${name} PUBLIC mlc_llvm)
    add_dependencies(${name} mlc-headers)
  else()
    set(arg_NO_PCH ON)
  endif()
  target_link_libraries(${name} PUBLIC ${arg_LINK})
  mlc_exceptions_and_pch(${name} "${arg_EXCEPTIONS}" "${arg_NO_PCH}")
endfunction()

# add_mlc_tool(<name> [NO_PCH] [EXCEPTIONS] [NO_LLVM] [NO_INSTALL] [SOURCES file...]
#              [LINK lib...])
# A program of all .cpp files of the current folder, in build/bin; installed
# unless NO_INSTALL is given.
function(add_mlc_tool name)
  cmake_parse_arguments(arg "NO_PCH;EXCEPTIONS;NO_LLVM;NO_INSTALL" ""
    "SOURCES;LINK" ${ARGN})
  if(NOT arg_SOURCES)
    file(GLOB_RECURSE arg_SOURCES CONFIGURE_DEPENDS
      "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
  endif()
  add_executable(${name} ${arg_SOURCES})
  mlc_common_settings(${name})
  if(NOT arg_NO_LLVM)
    target_link_libraries(${name} PRIVATE mlc_llvm)
    add_dependencies(${name} mlc-headers)
  else()
    set(arg_NO_PCH ON)
  endif()
  target_link_libraries(${name} PRIVATE ${arg_LINK} Threads::Threads)
  mlc_exceptions_and_pch(${name} "${arg_EXCEPTIONS}" "${arg_NO_PCH}")
  if(NOT arg_NO_INSTALL)
    set_property(GLOBAL APPEND PROPERTY MLC_INSTALLED_TOOLS ${name})
  endif()
endfunction()

# add_mlc_unittest(<name> [NO_PCH] [NO_LLVM] [LINK lib...])
# A Catch2 program of all .cpp files of the current folder, in build/unit; the
# files include "test/unit/Catch.h". tools/dev/test runs every one of them.
# Built without exceptions, so a failed REQUIRE ends the program: use CHECK.
function(add_mlc_unittest name)
  cmake_parse_arguments(arg "NO_PCH;NO_LLVM" "" "SOURCES;LINK" ${ARGN})
  if(NOT MLC_BUILD_TESTS)
    return()
  endif()
  add_mlc_tool(${name} NO_INSTALL ${ARGN})
  target_link_libraries(${name} PRIVATE mlc_catch_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/unit")
  if(arg_NO_LLVM)  # these run under the sanitizers too
    if(NOT TARGET mlc-runtime-tests)
      add_custom_target(mlc-runtime-tests)
    endif()
    add_dependencies(mlc-runtime-tests ${name})
  endif()
endfunction()
