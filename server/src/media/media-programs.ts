import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { memoizeFor } from '#concurrency/memoize-for.ts'
import { ProgramFailed } from './program-failed.ts'
import { type FoundPrograms, findPrograms } from './programs.ts'

type RunRequest = {
  /** Where the program works: a private folder, all names are inside it. */
  folder: string
  /** Ends the program at once. */
  signal?: AbortSignal
  longestMs?: number
  /** Hears the output as it comes instead of having it returned. */
  onOutput?: (chunk: Buffer) => void
}

/** Runs the programs that work on videos and recordings, each within bounds, without a network, at low priority. */
export type MediaPrograms = {
  /** What there is; looked for again after a minute. */
  found(): Promise<FoundPrograms>
  /**
   * Runs a program to its end and returns what it printed. Rejects with ProgramFailed: it refused the file, took too
   * long, was ended or had no room. `remux` is our own, for machines without ffmpeg.
   */
  run(program: 'ffmpeg' | 'ffprobe' | 'remux', args: string[], asked: RunRequest): Promise<string>
  /** Ends whatever runs. */
  close(): void
}

const foundForMs = 60_000
const maxRunMs = 60 * 60_000
const maxErrorBytes = 4000
/** What ffmpeg, which listens to signals, ends with when it was asked to. */
const endedBySignal = 255
const maxOutputBytes = 1024 * 1024
const remuxWorker = fileURLToPath(new URL('remux-worker.ts', import.meta.url))
const refuseConnections = fileURLToPath(new URL('../egress/refuse-all.ts', import.meta.url))

/** Looks for the programs in the folders of `searchPath`. */
export function openMediaPrograms({ searchPath }: { searchPath: string }): MediaPrograms {
  const closing = new AbortController()
  const found = memoizeFor(foundForMs, () => findPrograms(searchPath))

  const commandOf = async (program: 'ffmpeg' | 'ffprobe' | 'remux', args: string[]) => {
    const { guards, ...paths } = await found()
    if (program === 'remux') {
      // Node reserves far more addresses than it uses: its memory is bounded by its own option.
      const bearable = guards.filter((guard) => !guard.startsWith('--as='))
      return [
        ...bearable,
        process.execPath,
        '--max-old-space-size=512',
        '--import',
        refuseConnections,
        remuxWorker,
        ...args,
      ]
    }
    const path = paths[program]
    if (!path) throw new Error(`there is no ${program} on this machine`)
    return [...guards, path, ...args]
  }

  return {
    found,
    async run(program, args, { folder, signal, longestMs = maxRunMs, onOutput }) {
      const [command, ...words] = await commandOf(program, args)
      const end = signal ? AbortSignal.any([closing.signal, signal]) : closing.signal
      return new Promise((resolve, reject) => {
        const child = spawn(command!, words, {
          cwd: folder,
          env: { PATH: searchPath, LC_ALL: 'C' },
          stdio: ['ignore', 'pipe', 'pipe'],
          // A session of its own: Ctrl+C reaches the site only, which then ends its programs itself.
          detached: true,
        })
        let output = ''
        let errors = ''
        let isTooSlow = false
        const kill = () => child.kill('SIGKILL')
        // Where nothing else ends it with this process.
        process.once('exit', kill)
        const deadline = setTimeout(() => {
          isTooSlow = true
          kill()
        }, longestMs)
        end.addEventListener('abort', kill)
        if (end.aborted) kill()
        child.stdout.on('data', (chunk: Buffer) => {
          if (onOutput) onOutput(chunk)
          else output = (output + chunk.toString()).slice(0, maxOutputBytes)
        })
        child.stderr.on(
          'data',
          (chunk: Buffer) => (errors = (errors + chunk.toString()).slice(-maxErrorBytes)),
        )
        const finish = (code: number | null, detail: string) => {
          clearTimeout(deadline)
          process.off('exit', kill)
          end.removeEventListener('abort', kill)
          if (code === 0) return resolve(output)
          if (end.aborted) return reject(new ProgramFailed('ended', detail))
          if (isTooSlow) return reject(new ProgramFailed('too_slow', detail))
          if (errors.includes('No space left on device'))
            return reject(new ProgramFailed('storage_full', detail))
          const isEnded = code === null || (program === 'ffmpeg' && code === endedBySignal)
          return reject(new ProgramFailed(isEnded ? 'died' : 'refused', detail))
        }
        child.once('error', (error) => finish(null, error.message))
        child.once('close', (code, by) =>
          finish(code, `${program} ended with ${code ?? by}: ${errors.trim()}`),
        )
      })
    },
    close: () => closing.abort(),
  }
}
