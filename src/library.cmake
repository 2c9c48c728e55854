# The library as C++ programs use it: posenc::posenc, the public headers of src/include and one archive with all that
# they need. A program's own options reach none of our sources, and none of our headers has
# arithmetic in it.
find_package(Threads REQUIRED)

add_library(posenc STATIC src/prepared.cpp src/dimensions.cpp src/registry_rows.cpp)
add_library(posenc::posenc ALIAS posenc)
foreach(room core json simd linalg nn encodings kernels precision config identify plan plans)
  target_sources(posenc PRIVATE $<TARGET_OBJECTS:posenc_${room}>)
endforeach()
target_include_directories(posenc
  PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src/include> $<INSTALL_INTERFACE:include>
  PRIVATE src)
target_compile_features(posenc PUBLIC cxx_std_20)
target_compile_definitions(posenc PRIVATE POSENC_VERSION="${PROJECT_VERSION}")
target_link_libraries(posenc PUBLIC Threads::Threads)
set(libraries posenc)

# posenc/c.h for programs in other languages: one shared library that shows nothing but its functions, and needs no C++
# library where it is loaded.
if(POSENC_C)
  add_library(posenc_c SHARED src/c/encoding.cpp src/c/identify.cpp src/c/multimodal.cpp src/c/registry.cpp)
  add_library(posenc::c ALIAS posenc_c)
  set_target_properties(posenc_c PROPERTIES EXPORT_NAME c OUTPUT_NAME posenc SOVERSION 1 VERSION 1
    CXX_VISIBILITY_PRESET hidden LINK_DEPENDS ${PROJECT_SOURCE_DIR}/src/c/posenc.map)
  target_include_directories(posenc_c PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src/include> $<INSTALL_INTERFACE:include>)
  target_include_directories(posenc_c PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(posenc_c PRIVATE posenc)
  if(NOT APPLE)
    # libgcc_s is a part of every Linux with glibc, and the unwinder of the static one asks for glibc 2.35; what of the C++
    # library is not used (std::random_device) asks for 2.36, and is left out: python/tests/test_wheel.py
    target_link_options(posenc_c PRIVATE -static-libstdc++ -Wl,--gc-sections
      -Wl,--version-script,${PROJECT_SOURCE_DIR}/src/c/posenc.map -Wl,--no-undefined)
    # what libstdc++ asks of newer versions of glibc (src/c/older_glibc.cpp)
    include(CheckCXXSymbolExists)
    check_cxx_symbol_exists(__GLIBC__ features.h POSENC_GLIBC)
    if(POSENC_GLIBC AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|aarch64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
      target_sources(posenc_c PRIVATE src/c/older_glibc.cpp)
      target_link_options(posenc_c PRIVATE -Wl,--wrap=pthread_once -Wl,--push-state,--no-as-needed -l:libpthread.so.0
        -Wl,--pop-state)
    endif()
  endif()
  list(APPEND libraries posenc_c)
endif()

# posenc/eigen.hpp for who asks for it. It has no source: what is installed is the header, which is among the others, and
# the package makes the target where the component `eigen` is wanted. Which versions of Eigen fit says the header, for
# those of Eigen's own packages do not take the same questions.
if(POSENC_EIGEN AND NOT TARGET Eigen3::Eigen)
  find_package(Eigen3 REQUIRED NO_MODULE)
endif()
add_library(posenc_eigen INTERFACE)
add_library(posenc::eigen ALIAS posenc_eigen)
target_link_libraries(posenc_eigen INTERFACE posenc Eigen3::Eigen)

if(POSENC_INSTALL)
  include(GNUInstallDirs)
  include(CMakePackageConfigHelpers)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/posenc)
  install(TARGETS ${libraries} EXPORT posenc 
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT posenc
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT posenc)
  install(DIRECTORY src/include/posenc DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT posenc)
  install(FILES LICENSE NOTICE.md DESTINATION ${CMAKE_INSTALL_DATADIR}/posenc COMPONENT posenc)
  install(EXPORT posenc NAMESPACE posenc:: FILE posencTargets.cmake DESTINATION ${package} COMPONENT posenc)
  file(CONFIGURE OUTPUT posencConfig.cmake @ONLY CONTENT [=[
include(CMakeFindDependencyMacro)
find_dependency(Threads)
include(${CMAKE_CURRENT_LIST_DIR}/posencTargets.cmake)
if(eigen IN_LIST posenc_FIND_COMPONENTS AND NOT TARGET posenc::eigen)
  if(NOT TARGET Eigen3::Eigen)
    find_package(Eigen3 QUIET NO_MODULE)
  endif()
  if(TARGET Eigen3::Eigen)
    add_library(posenc::eigen INTERFACE IMPORTED)
    target_link_libraries(posenc::eigen INTERFACE posenc::posenc Eigen3::Eigen)
  endif()
endif()
foreach(component IN LISTS posenc_FIND_COMPONENTS)
  if(TARGET posenc::${component})
    set(posenc_${component}_FOUND TRUE)
  elseif(posenc_FIND_REQUIRED_${component})
    set(posenc_FOUND FALSE)
    set(posenc_NOT_FOUND_MESSAGE "there is no posenc::${component}: `eigen` needs Eigen3")
  endif()
endforeach()
]=])
  # versions below 1 may change what they offer with their second number
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/posencConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/posencConfig.cmake ${PROJECT_BINARY_DIR}/posencConfigVersion.cmake
    DESTINATION ${package} COMPONENT posenc)
endif()
