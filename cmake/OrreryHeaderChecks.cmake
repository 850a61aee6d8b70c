# What ./dev lint compiles and reads of the public headers:
#   orrery_header_checks  a translation unit for each header, so that each is known to compile on its own
#   orrery_layer_checks   one for each layer with all its headers, which is what clang-tidy reads: the standard
#                         library is parsed once, and headers that cannot stand side by side are found
get_property(layers GLOBAL PROPERTY ORRERY_LAYERS)
foreach(checks IN ITEMS orrery_header_checks orrery_layer_checks)
  add_library(${checks} OBJECT)
  target_link_libraries(${checks} PRIVATE orrery::orrery)
  target_compile_options(${checks} PRIVATE ${ORRERY_LIBRARY_FLAGS})
endforeach()

foreach(layer IN LISTS layers)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS
       RELATIVE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/include/orrery/${layer}/*.hpp")
  set(all_headers)
  foreach(header IN LISTS headers)
    string(REGEX REPLACE "\\.hpp$" ".cpp" source "${PROJECT_BINARY_DIR}/header_checks/${header}")
    file(CONFIGURE OUTPUT "${source}" CONTENT "#include <@header@>\n" @ONLY)
    target_sources(orrery_header_checks PRIVATE "${source}")
    string(APPEND all_headers "#include <${header}>\n")
  endforeach()
  set(source "${PROJECT_BINARY_DIR}/layer_checks/${layer}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "@all_headers@" @ONLY)
  target_sources(orrery_layer_checks PRIVATE "${source}")
endforeach()
