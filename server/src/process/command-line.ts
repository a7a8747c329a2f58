import { parseArgs, type ParseArgsConfig } from 'node:util'

/** EX_USAGE of sysexits.h: wrong options. */
const misused = 64

const isMisuse = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')

/** Prints the usage and exits with 64 for wrong options. Call it before opening anything. */
export function readOptions<const Known extends ParseArgsConfig>(
  usage: string,
  known: Known,
): ReturnType<typeof parseArgs<Known>> {
  try {
    return parseArgs(known)
  } catch (error) {
    if (!isMisuse(error)) throw error
    // Node's message continues with advice about arguments that begin with a hyphen.
    process.stderr.write(`${error.message.split('. ')[0]}.\nUsage: ${usage}\n`)
    return process.exit(misused)
  }
}
