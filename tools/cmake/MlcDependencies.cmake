# Everything that is found rather than built here.

# No version argument: the package accepts only an exact 22.1.x.
find_package(MLIR REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "MLC needs LLVM 22, found ${LLVM_PACKAGE_VERSION}")
endif()
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib;${LLVM_LIBRARY_DIR}")
set(MLC_LLVM_BIN "${LLVM_TOOLS_BINARY_DIR}")
separate_arguments(MLC_LLVM_DEFINITIONS NATIVE_COMMAND "${LLVM_DEFINITIONS}")

# What every compiler library uses: LLVM's flags, headers and the two shared
# libraries. Never link MLIR's component archives: a second copy of the TypeIDs
# would come in with them.
add_library(mlc_llvm INTERFACE)
target_include_directories(mlc_llvm SYSTEM INTERFACE
  ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
target_compile_definitions(mlc_llvm INTERFACE ${MLC_LLVM_DEFINITIONS})
target_link_libraries(mlc_llvm INTERFACE MLIR LLVM)

# lld in the process, for writing artifacts.
find_library(MLC_LLD_ELF lldELF HINTS ${LLVM_LIBRARY_DIR} REQUIRED)
find_library(MLC_LLD_COMMON lldCommon HINTS ${LLVM_LIBRARY_DIR} REQUIRED)
find_package(ZLIB REQUIRED)
find_library(MLC_ZSTD zstd REQUIRED)
add_library(mlc_lld INTERFACE)
target_link_libraries(mlc_lld INTERFACE
  ${MLC_LLD_ELF} ${MLC_LLD_COMMON} mlc_llvm ZLIB::ZLIB ${MLC_ZSTD})

# The ONNX C++ library, built once by tools/dev/build-onnx.
if(DEFINED ENV{MLC_DEPS})
  set(deps "$ENV{MLC_DEPS}")
else()
  set(deps "${PROJECT_SOURCE_DIR}/build/deps")
endif()
set(MLC_DEPS "${deps}" CACHE PATH "Where tools/dev/build-onnx put its result")
set(MLC_ONNX_VERSION 1.22.0)
set(MLC_ONNX_ROOT "${MLC_DEPS}/onnx-${MLC_ONNX_VERSION}")
if(EXISTS "${MLC_ONNX_ROOT}/lib/libonnx.a")
  find_package(Protobuf REQUIRED)
  find_package(Threads REQUIRED)
  add_library(mlc_onnx INTERFACE)
  target_include_directories(mlc_onnx SYSTEM INTERFACE "${MLC_ONNX_ROOT}/include")
  target_compile_definitions(mlc_onnx INTERFACE ONNX_ML=1 ONNX_NAMESPACE=onnx)
  target_link_libraries(mlc_onnx INTERFACE
    "${MLC_ONNX_ROOT}/lib/libonnx.a"
    protobuf::libprotobuf Threads::Threads)
else()
  message(STATUS "No ONNX library in ${MLC_ONNX_ROOT}: run tools/dev/build-onnx")
endif()
