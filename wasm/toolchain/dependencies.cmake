# doctest, nlohmann-json and Eigen, for the tests. All are header-only. In this order:
#   1. the headers that emscripten.sh unpacks into the user's cache directory (Debian, Ubuntu)
#   2. an installed package of a fitting version
#   3. the pinned release, fetched by its digest: of the archive, or of the commit
include(FetchContent)

if(NOT EXISTS "${POSENC_HEADERS}/include")
  execute_process(COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/emscripten.sh --headers
    OUTPUT_VARIABLE printed RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "wasm/toolchain/emscripten.sh --headers failed, see above")
  endif()
  string(REGEX MATCH "headers=([^\n]*)" _ "${printed}")
  set(POSENC_HEADERS "${CMAKE_MATCH_1}" CACHE PATH "Prefix of doctest, nlohmann-json and Eigen; empty: search" FORCE)
endif()

# posenc_dependency(target include-directory package version source…): the source as FetchContent_Declare takes it
macro(posenc_dependency target directory package version)
  if(EXISTS "${POSENC_HEADERS}/${directory}")
    # without the packages' own CMake files: they name the place that Debian installs to
    add_library(${target} INTERFACE IMPORTED)
    target_include_directories(${target} INTERFACE ${POSENC_HEADERS}/${directory})
  else()
    find_package(${package} ${version} CONFIG QUIET)
    if(NOT ${package}_FOUND)
      message(STATUS "${package} ${version} is not installed; fetching ${ARGN}")
      FetchContent_Declare(${package} ${ARGN})
      FetchContent_MakeAvailable(${package})
    endif()
  endif()
endmacro()

set(DOCTEST_WITH_TESTS OFF)
set(JSON_BuildTests OFF)
if(POSENC_TESTS)
  posenc_dependency(nlohmann_json::nlohmann_json include nlohmann_json 3.11
    GIT_REPOSITORY https://github.com/nlohmann/json.git
    GIT_TAG bc889afb4c5bf1c0d8ee29ef35eaaf4c8bef8a5d) # v3.11.2
  posenc_dependency(doctest::doctest include doctest 2.4.9
    GIT_REPOSITORY https://github.com/doctest/doctest.git
    GIT_TAG 6804767ee637789db8a5cb281381cae98dc36906) # v2.5.2
  posenc_dependency(Eigen3::Eigen include/eigen3 Eigen3 3.4
    URL https://gitlab.com/libeigen/eigen/-/archive/5.0.1/eigen-5.0.1.tar.gz
    URL_HASH SHA256=e9c326dc8c05cd1e044c71f30f1b2e34a6161a3b6ecf445d56b53ff1669e3dec)
endif()
