import { parseArgs, type ParseArgsConfig } from 'node:util'

/** The exit code of a program that was called with what it does not know: EX_USAGE of sysexits.h. */
const misused = 64

const isMisuse = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')

/**
 * The options the program was called with. Where it does not know one of them, or lacks its value, it says so and how it
 * is called, and ends with 64 at once: nothing is open yet.
 */
export function readOptions<const Known extends ParseArgsConfig>(
  usage: string,
  known: Known,
): ReturnType<typeof parseArgs<Known>> {
  try {
    return parseArgs(known)
  } catch (error) {
    if (!isMisuse(error)) throw error
    // After its first sentence Node goes on about arguments that begin with a hyphen.
    process.stderr.write(`${error.message.split('. ')[0]}.\nUsage: ${usage}\n`)
    return process.exit(misused)
  }
}
