/**
 * Read by every program a test starts, before its own code: ends it when the pipe it has as its input breaks, which is
 * when whoever started it is gone, however that came about. So nothing runs on after a test that failed.
 */
const end = () => process.kill(process.pid, 'SIGKILL')
process.stdin.once('end', end).once('error', end).resume()
// Nothing is ever said there: it must keep no program from ending by itself.
if ('unref' in process.stdin) process.stdin.unref()
