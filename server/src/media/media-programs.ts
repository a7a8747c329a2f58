import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { memoizeFor } from '#concurrency/memoize-for.ts'
import { ProgramFailed } from './program-failed.ts'
import { type FoundPrograms, findPrograms } from './programs.ts'

type RunRequest = {
  /** The private working folder; all file names are relative to it. */
  folder: string
  signal?: AbortSignal
  maxMs?: number
  /** Receives the output in chunks; `run` then returns an empty string. */
  onOutput?: (chunk: Buffer) => void
}

/** Runs media programs sandboxed: limited, without network, at low priority. */
export type MediaPrograms = {
  /** Detects the available programs; cached for a minute. */
  found(): Promise<FoundPrograms>
  /** Rejects with ProgramFailed. `remux` is our own program for machines without ffmpeg. */
  run(program: 'ffmpeg' | 'ffprobe' | 'remux', args: string[], request: RunRequest): Promise<string>
  close(): void
}

const detectionCacheMs = 60_000
const maxRunMs = 60 * 60_000
/** How many cores a program may keep busy for as long as it may run. */
const coresAtMost = 4
const maxErrorBytes = 4000
/** The exit code of ffmpeg after a signal. */
const endedBySignal = 255
const maxOutputBytes = 1024 * 1024
const remuxWorker = fileURLToPath(new URL('remux-worker.ts', import.meta.url))
const refuseConnections = fileURLToPath(new URL('../egress/refuse-all.ts', import.meta.url))

export function openMediaPrograms({ searchPath }: { searchPath: string }): MediaPrograms {
  const closing = new AbortController()
  const found = memoizeFor(detectionCacheMs, () => findPrograms(searchPath))

  const commandOf = async (program: 'ffmpeg' | 'ffprobe' | 'remux', args: string[], maxMs: number) => {
    const { guards: all, ...paths } = await found()
    const cpuSeconds = Math.ceil((maxMs / 1000) * coresAtMost)
    const guards = all.map((guard) => (guard.startsWith('--cpu=') ? `--cpu=${cpuSeconds}` : guard))
    if (program === 'remux') {
      // Node reserves far more address space than it uses, so its heap is limited by its own option.
      const usableGuards = guards.filter((guard) => !guard.startsWith('--as='))
      return [
        ...usableGuards,
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
    async run(program, args, { folder, signal, maxMs = maxRunMs, onOutput }) {
      const [command, ...commandArgs] = await commandOf(program, args, maxMs)
      const end = signal ? AbortSignal.any([closing.signal, signal]) : closing.signal
      return new Promise((resolve, reject) => {
        const child = spawn(command!, commandArgs, {
          cwd: folder,
          env: { PATH: searchPath, LC_ALL: 'C' },
          stdio: ['ignore', 'pipe', 'pipe'],
          // A separate session, so that Ctrl+C reaches only the site, which stops its programs itself.
          detached: true,
        })
        let output = ''
        let errors = ''
        let isTooSlow = false
        const kill = () => child.kill('SIGKILL')
        // For systems without `setpriv --pdeathsig`.
        process.once('exit', kill)
        const deadline = setTimeout(() => {
          isTooSlow = true
          kill()
        }, maxMs)
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
