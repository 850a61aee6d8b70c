# A translation unit for each public header, so that each is known to compile on its own and clang-tidy sees it.
get_property(layers GLOBAL PROPERTY ORRERY_LAYERS)
add_library(orrery_header_checks OBJECT)
target_link_libraries(orrery_header_checks PRIVATE orrery::orrery)
target_compile_options(orrery_header_checks PRIVATE ${ORRERY_LIBRARY_FLAGS})
foreach(layer IN LISTS layers)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS
       RELATIVE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/include/orrery/${layer}/*.hpp")
  foreach(header IN LISTS headers)
    string(REGEX REPLACE "\\.hpp$" ".cpp" source "${PROJECT_BINARY_DIR}/header_checks/${header}")
    file(CONFIGURE OUTPUT "${source}" CONTENT "#include <@header@>\n" @ONLY)
    target_sources(orrery_header_checks PRIVATE "${source}")
  endforeach()
endforeach()
