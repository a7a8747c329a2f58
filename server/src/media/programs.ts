import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** What this machine can do with videos and recordings, and why not all of it where something is missing. */
export type FoundPrograms = {
  ffmpeg: string | null
  ffprobe: string | null
  version: string | null
  problem: string | null
  /** Whether ffmpeg has the filters that turn HDR into colours for every screen. */
  canToneMap: boolean
  /** What a program is started through, so that it stays within its bounds. */
  guards: string[]
}

const run = promisify(execFile)
const lookMs = 20_000
const oldestMajor = 5

const memoryBytes = 4 * 1024 ** 3
const fileBytes = 2 * 1024 ** 3
const cpuSeconds = 3600

/** Each is tried with a program that does nothing: what does not work here is left out. */
const possibleGuards = [
  // Ends with this process, also when that is killed.
  ['setpriv', '--pdeathsig', 'KILL', '--no-new-privs', '--'],
  // Without any network.
  ['unshare', '--net', '--'],
  ['nice', '-n', '15'],
  ['prlimit', `--as=${memoryBytes}`, `--cpu=${cpuSeconds}`, `--fsize=${fileBytes}`, '--'],
]

async function workingGuards(env: NodeJS.ProcessEnv): Promise<string[]> {
  const works = ([program, ...args]: string[]) =>
    run(program!, [...args, 'true'], { env, timeout: lookMs }).then(
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

async function examined(ffmpeg: string, env: NodeJS.ProcessEnv) {
  const options = { env, timeout: lookMs }
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

/** Looks for ffmpeg and what keeps it within bounds, in the folders of a PATH. Never rejects. */
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
  const { version, problem, canToneMap } = await examined(ffmpeg, env).catch((error: unknown) => ({
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
