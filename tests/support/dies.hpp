// Does a call end the program? It is made in a child process; in WebAssembly, in this one, which
// goes on behind the trap.
#pragma once

namespace posenc::test {

bool dies(void (*call)());

}  // namespace posenc::test
