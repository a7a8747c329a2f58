/** Preloaded (`node --import`) into programs that must not outlive their parent. */
const end = () => process.kill(process.pid, 'SIGKILL')
process.stdin.once('end', end).once('error', end).resume()
// Waiting for input must not keep the program alive.
if ('unref' in process.stdin) process.stdin.unref()
