# CMake toolchain file: Emscripten's own, from the emcc that emscripten.sh finds or assembles, so that
# `cmake --preset wasm` works in any shell.
execute_process(COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/emscripten.sh OUTPUT_VARIABLE printed RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "wasm/toolchain/emscripten.sh failed, see above")
endif()
string(REGEX MATCH "bin=([^\n]*)" _ "${printed}")
set(ENV{PATH} "${CMAKE_MATCH_1}:$ENV{PATH}")
execute_process(COMMAND em-config EMSCRIPTEN_ROOT OUTPUT_VARIABLE root OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
set(EMSCRIPTEN_ROOT_PATH ${root})
include(${root}/cmake/Modules/Platform/Emscripten.cmake)
