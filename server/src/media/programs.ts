import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** The detected media programs; `problem` says what is missing. */
export type FoundPrograms = {
  ffmpeg: string | null
  ffprobe: string | null
  version: string | null
  problem: string | null
  /** Whether ffmpeg has the filters for HDR tone mapping. */
  canToneMap: boolean
  /** Commands that programs are started through, to limit them. */
  guards: string[]
}

const run = promisify(execFile)
const detectTimeoutMs = 20_000
const oldestMajor = 5

const memoryBytes = 4 * 1024 ** 3
const fileBytes = 2 * 1024 ** 3
const cpuSeconds = 3600

/** Each guard is tested once; guards that do not work here are left out. */
const possibleGuards = [
  // Dies with this process, even when it is killed.
  ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--'],
  // No network.
  ['unshare', '--net', '--'],
  ['nice', '-n', '15'],
  ['prlimit', `--as=${memoryBytes}`, `--cpu=${cpuSeconds}`, `--fsize=${fileBytes}`, '--'],
]

async function workingGuards(env: NodeJS.ProcessEnv): Promise<string[]> {
  const works = ([program, ...args]: string[]) =>
    run(program!, [...args, 'true'], { env, timeout: detectTimeoutMs }).then(
      () => true,
      () => false,
    )
  const found = await Promise.all(possibleGuards.map(works))
  return possibleGuards.filter((_guard, index) => found[index]).flat()
}

const programIn = (searchPath: string, name: string) =>
  searchPath
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((file) => existsSync(file)) ?? null

async function inspect(ffmpeg: string, env: NodeJS.ProcessEnv) {
  const options = { env, timeout: detectTimeoutMs }
  const { stdout } = await run(ffmpeg, ['-version'], options)
  const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1] ?? 'of no known version'
  const major = /^n?(\d+)\./.exec(version)?.[1]
  if (major && Number(major) < oldestMajor)
    return {
      version,
      canToneMap: false,
      problem: `ffmpeg ${version} is too old: version ${oldestMajor} or newer is needed.`,
    }
  const { stdout: encoders } = await run(ffmpeg, ['-hide_banner', '-encoders'], options)
  const missing = ['libx264', 'aac'].filter((name) => !new RegExp(` ${name} `).test(encoders))
  const { stdout: filters } = await run(ffmpeg, ['-hide_banner', '-filters'], options)
  return {
    version,
    canToneMap: ['zscale', 'tonemap'].every((name) => filters.includes(` ${name} `)),
    problem: missing.length > 0 ? `This ffmpeg was built without ${missing.join(' and ')}.` : null,
  }
}

/** Detects ffmpeg, ffprobe and working guards on a PATH. Never rejects. */
export async function findPrograms(searchPath: string): Promise<FoundPrograms> {
  const env = { PATH: searchPath }
  const [ffmpeg, ffprobe] = [programIn(searchPath, 'ffmpeg'), programIn(searchPath, 'ffprobe')]
  const guards = process.platform === 'linux' ? await workingGuards(env) : []
  if (!ffmpeg || !ffprobe) {
    const missing = ffmpeg ? 'ffprobe' : 'ffmpeg'
    return {
      ffmpeg: null,
      ffprobe: null,
      version: null,
      canToneMap: false,
      problem: `There is no ${missing} on the PATH of the server.`,
      guards,
    }
  }
  const { version, problem, canToneMap } = await inspect(ffmpeg, env).catch((error: unknown) => ({
    version: null,
    canToneMap: false,
    problem: `ffmpeg does not start: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
  }))
  return {
    ...(problem ? { ffmpeg: null, ffprobe: null } : { ffmpeg, ffprobe }),
    version,
    problem,
    canToneMap,
    guards,
  }
}
