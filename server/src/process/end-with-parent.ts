/**
 * Read before the code of a program that must not outlive whoever started it (`node --import`): ends it when the pipe it
 * has as its input breaks, which is when that one is gone, however that came about.
 */
const end = () => process.kill(process.pid, 'SIGKILL')
process.stdin.once('end', end).once('error', end).resume()
// Nothing is ever said there: it must keep no program from ending by itself.
if ('unref' in process.stdin) process.stdin.unref()
