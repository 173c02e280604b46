# Compiler, linker and cache settings common to every target.

set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
# -fPIC for programs too (CMake would say -fPIE), or they could not share the
# precompiled header.
set(CMAKE_POSITION_INDEPENDENT_CODE OFF)
add_compile_options(-fPIC)
set(CMAKE_CXX_VISIBILITY_PRESET default)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release or Debug" FORCE)
endif()
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(WARNING "MLC is built with clang-22; ${CMAKE_CXX_COMPILER_ID} is "
    "untested and its precompiled headers are 15 times slower.")
endif()

# The packaged LLVM has no assertions in its libraries; those in its headers
# (casts, ranges, optionals) are ours to keep. What is tested and developed keeps
# them; a package for users (setup.py) goes without.
option(MLC_ASSERTIONS "Keep assertions, also in release builds" ON)

# -O3 buys nothing in a compiler; -O2 compiles faster.
set(CMAKE_C_FLAGS_RELEASE "-O2")
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
if(NOT MLC_ASSERTIONS)
  add_compile_definitions($<$<CONFIG:Release>:NDEBUG>)
endif()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

add_compile_options(-Wall -Wextra -Wno-unused-parameter
  $<$<COMPILE_LANGUAGE:CXX>:-Wno-missing-field-initializers>
  -fno-semantic-interposition -fdiagnostics-color=auto)
# libstdc++ 12's stable_sort uses what it declares deprecated itself.
add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-U__DEPRECATED>)

# MLC_SANITIZE=address,undefined or thread. libMLIR is not instrumented, so
# container annotations that cross its border would be false alarms: the test
# driver switches detect_container_overflow off.
set(MLC_SANITIZE "" CACHE STRING "Value for -fsanitize=, empty for none")
if(MLC_SANITIZE)
  add_compile_options(-fsanitize=${MLC_SANITIZE} -fno-omit-frame-pointer -g1)
  add_link_options(-fsanitize=${MLC_SANITIZE})
  if(MLC_SANITIZE MATCHES "undefined")
    # vptr checks need RTTI of LLVM's classes that the library does not export.
    add_compile_options(-fno-sanitize=vptr,function -fno-sanitize-recover=undefined)
  endif()
endif()

find_program(MLC_MOLD mold)
if(MLC_MOLD)
  add_link_options(-fuse-ld=mold)
elseif(EXISTS "/usr/bin/ld.lld-22")
  add_link_options(--ld-path=/usr/bin/ld.lld-22)
endif()

# ccache: paths relative to the checkout, so that two checkouts share results;
# the precompiled header is identified by its .sum file (see MlcTargets.cmake).
option(MLC_CCACHE "Use ccache when it is installed" ON)
find_program(MLC_CCACHE_EXE ccache)
if(MLC_CCACHE AND MLC_CCACHE_EXE)
  set(launcher ${CMAKE_COMMAND} -E env
    "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1
    CCACHE_PCH_EXTSUM=1
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    ${MLC_CCACHE_EXE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()
