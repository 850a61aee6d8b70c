# `cmake --install` makes a prefix that other projects use through find_package(orrery) or pkg-config. Both carry
# -ffp-contract=off, because headers are compiled by whoever includes them; tests/consumer proves that it arrives.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

get_property(layers GLOBAL PROPERTY ORRERY_LAYERS)
list(TRANSFORM layers PREPEND orrery_ OUTPUT_VARIABLE libraries)

install(TARGETS ${libraries} orrery_orrery EXPORT orreryTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/orrery" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.hpp")
install(FILES "${PROJECT_BINARY_DIR}/generated/orrery/build_settings.hpp"
        DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/orrery")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/orrery")
install(EXPORT orreryTargets NAMESPACE orrery:: DESTINATION "${package_dir}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/orreryConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/orreryConfig.cmake" INSTALL_DESTINATION "${package_dir}")
# Before 1.0 every minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/orreryConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/orreryConfig.cmake" "${PROJECT_BINARY_DIR}/orreryConfigVersion.cmake"
        DESTINATION "${package_dir}")

# A static linker reads from left to right, so a layer stands before what it is built on.
set(pc_libraries)
foreach(library IN LISTS libraries)
  get_target_property(kind ${library} TYPE)
  if(NOT kind STREQUAL "INTERFACE_LIBRARY")
    list(PREPEND pc_libraries -l${library})
  endif()
endforeach()
list(JOIN pc_libraries " " pc_libraries)
list(JOIN ORRERY_ARITHMETIC_FLAGS " " pc_arithmetic_flags)
set(pc_requires)
set(pc_private_libraries)
if(ORRERY_ZSTD)
  set(pc_requires libzstd)
endif()
if(ORRERY_THREADS)
  set(pc_private_libraries -pthread)
endif()
# The path from the .pc file back to the prefix, so that an installed tree can be moved.
file(RELATIVE_PATH pc_prefix "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
configure_file("${CMAKE_CURRENT_LIST_DIR}/orrery.pc.in" "${PROJECT_BINARY_DIR}/orrery.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/orrery.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
