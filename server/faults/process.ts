import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { compileCache } from '../program.mjs'

export type Running = {
  pid: number
  /** The first match group of each `ready` pattern. */
  output: string[]
  /** Kills it as a power failure would; resolves when it is gone. */
  kill(): Promise<void>
  /** Sends SIGTERM; resolves with its exit code, or null when it was killed. */
  stop(): Promise<number | null>
  /** Resolves with its exit code when it ends, or null when it was killed. */
  gone: Promise<number | null>
  tell(message: object): void
}

type Program = {
  args: string[]
  env: Record<string, string>
  /** A file that receives its output. */
  logFile: string
  /** It is ready when its output has matched each of these. */
  ready: RegExp[]
  /** Called with its messages to its parent. */
  onMessage?: (message: unknown) => void
}

const endWithParent = fileURLToPath(new URL('../src/process/end-with-parent.ts', import.meta.url))

/**
 * Starts a program as a child process that never outlives this one. Rejects when it ends before it is ready.
 */
export async function run({ args, env, logFile, ready, onMessage }: Program): Promise<Running> {
  const { PATH, HOME, TMPDIR } = process.env
  const child: ChildProcess = spawn(process.execPath, ['--import', endWithParent, ...args], {
    env: { ...clean({ PATH, HOME, TMPDIR }), NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['pipe', 'pipe', 'pipe', ...(onMessage ? ['ipc' as const] : [])],
  })
  const log = createWriteStream(logFile, { flags: 'a' })
  child.stderr!.pipe(log, { end: false })
  if (onMessage) child.on('message', onMessage)
  const gone = once(child, 'exit')
  const output = await new Promise<string[]>((resolve, reject) => {
    const found: string[] = []
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}: see ${logFile}`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      log.write(`${line}\n`)
      for (const [index, pattern] of ready.entries()) found[index] ??= pattern.exec(line)?.[1] ?? undefined!
      if (ready.every((_, index) => found[index] !== undefined)) resolve(found)
    })
  })
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> => {
    child.kill(signal)
    const [code] = await gone
    log.end()
    return code
  }
  return {
    pid: child.pid!,
    output,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    gone: gone.then(([code]) => code),
    tell: (message) => void child.send(message),
  }
}

const clean = (env: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])))

/** A free port, so that a restarted program keeps its address. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => void server.close(resolve))
  if (!address || typeof address === 'string') throw new Error('there is no free port')
  return address.port
}
