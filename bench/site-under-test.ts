import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export type Running = { url: string; pid: number; readyMs: number; stop(): Promise<void> }

/** Starts a program of ours and waits for the line that names its address. */
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
