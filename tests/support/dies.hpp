// Returns whether a call ends the program. Runs it in a child process; in WebAssembly, in this
// process, which continues after the trap.
#pragma once

namespace posenc::test {

bool dies(void (*call)());

}  // namespace posenc::test
