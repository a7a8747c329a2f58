import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { compileCache, serverProgram } from '../server/program.mjs'

export type Running = { url: string; pid: number; readyMs: number; stop(): Promise<void> }

export async function running(args: string[], env: Record<string, string>, ready: RegExp): Promise<Running> {
  const startedAt = performance.now()
  const child: ChildProcess = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const found = ready.exec(line)?.[1]
      if (found) resolve(found)
    })
  })
  child.removeAllListeners('exit')
  return {
    url,
    pid: child.pid!,
    readyMs: performance.now() - startedAt,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

export type EmptySite = Running & {
  folder: string
  /** Stops the site and starts it on the same data; returns the time until it was ready. */
  restart(): Promise<{ url: string; readyMs: number }>
  close(): Promise<void>
}

/** Starts an empty site in a temporary folder; `close` stops it and deletes the folder. */
export async function openEmptySite(env: Record<string, string> = {}): Promise<EmptySite> {
  const folder = mkdtempSync(join(tmpdir(), 'touchline-empty-'))
  const all = {
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'error',
    SEED_DEMO: 'off',
    NODE_COMPILE_CACHE: compileCache,
    ...env,
  }
  const start = () => running(serverProgram, all, /is ready at (http:\S+)/)
  let site = await start()
  return {
    ...site,
    folder,
    async restart() {
      await site.stop()
      site = await start()
      return site
    },
    async close() {
      await site.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
