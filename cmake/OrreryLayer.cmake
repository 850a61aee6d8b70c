# One static library for each layer: orrery_add_layer(core DEPENDS math) makes orrery::core from src/core.
include(GNUInstallDirs)

configure_file("${CMAKE_CURRENT_SOURCE_DIR}/cmake/build_settings.hpp.in"
               "${CMAKE_CURRENT_BINARY_DIR}/generated/orrery/build_settings.hpp")

# Where files are compiled several at a time (CMAKE_UNITY_BUILD), those with kernels still stand alone: each compiles its
# kernels for several instruction sets, and what they define must not meet.
function(orrery_keep_kernels_apart)
  foreach(source IN LISTS ARGN)
    file(STRINGS "${source}" kernels REGEX "define ORRERY_SIMD_KERNELS" LIMIT_COUNT 1)
    if(kernels)
      set_source_files_properties("${source}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
  endforeach()
endfunction()

function(orrery_add_layer layer)
  cmake_parse_arguments(arg "" "" "DEPENDS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/src/${layer}/*.cpp")
  orrery_keep_kernels_apart(${sources})
  set(target orrery_${layer})
  add_library(${target} STATIC ${sources})
  add_library(orrery::${layer} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${layer} POSITION_INDEPENDENT_CODE ON)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_compile_options(${target} PUBLIC ${ORRERY_ARITHMETIC_FLAGS} PRIVATE ${ORRERY_LIBRARY_FLAGS})
  target_include_directories(${target}
    PUBLIC "$<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>"
           "$<BUILD_INTERFACE:${CMAKE_CURRENT_BINARY_DIR}/generated>"
           "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>"
    PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/src")
  foreach(dependency IN LISTS arg_DEPENDS)
    target_link_libraries(${target} PUBLIC orrery_${dependency})
  endforeach()
  # Once, in the layer that all others stand on.
  if(ORRERY_WASI AND NOT arg_DEPENDS)
    target_sources(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}/cmake/toolchains/wasi_stack_protector.cpp")
  endif()
endfunction()

# A layer of headers alone.
function(orrery_add_header_layer layer)
  cmake_parse_arguments(arg "" "" "DEPENDS" ${ARGN})
  set(target orrery_${layer})
  add_library(${target} INTERFACE)
  add_library(orrery::${layer} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${layer})
  list(TRANSFORM arg_DEPENDS PREPEND orrery_)
  target_link_libraries(${target} INTERFACE ${arg_DEPENDS})
endfunction()

# orrery::orrery stands for all layers.
function(orrery_add_umbrella)
  add_library(orrery_orrery INTERFACE)
  add_library(orrery::orrery ALIAS orrery_orrery)
  set_target_properties(orrery_orrery PROPERTIES EXPORT_NAME orrery)
  foreach(layer IN LISTS ARGN)
    target_link_libraries(orrery_orrery INTERFACE orrery_${layer})
  endforeach()
  set_property(GLOBAL PROPERTY ORRERY_LAYERS ${ARGN})
endfunction()
