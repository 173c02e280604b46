# `cmake --install`: programs, runtime headers and the CMake package. Included
# last, when all targets are known; the runtime installs its own libraries.
include(CMakePackageConfigHelpers)

get_property(MLC_INSTALLED_TOOLS GLOBAL PROPERTY MLC_INSTALLED_TOOLS)
if(MLC_INSTALLED_TOOLS)
  install(TARGETS ${MLC_INSTALLED_TOOLS} RUNTIME DESTINATION bin)
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/runtime/include/" DESTINATION include
  FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/NOTICE"
  DESTINATION share/doc/mlc)

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/MLCConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/cmake/MLCConfig.cmake" INSTALL_DESTINATION lib/cmake/MLC
  NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/cmake/MLCConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/cmake/MLCConfig.cmake"
  "${PROJECT_BINARY_DIR}/cmake/MLCConfigVersion.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/MlcAddModel.cmake" DESTINATION lib/cmake/MLC)

# The same names inside this build, for the examples.
foreach(tool IN LISTS MLC_INSTALLED_TOOLS)
  add_executable(MLC::${tool} ALIAS ${tool})
endforeach()
add_library(mlc_runtime_headers INTERFACE)
target_include_directories(mlc_runtime_headers INTERFACE
  "${PROJECT_SOURCE_DIR}/runtime/include")
add_library(MLC::headers ALIAS mlc_runtime_headers)
include(MlcAddModel)
