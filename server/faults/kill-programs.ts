import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const points = fileURLToPath(new URL('points.ts', import.meta.url))

/** How a program ended: its exit code (null when killed) and the points it reached. */
export type ProgramEnd = { code: number | null; reached: string[] }

export type Program = { file: string; args: string[]; env: Record<string, string> }

/** Runs a command to its end, or to the point where it is killed (see `points.ts`). */
export async function runToPoint({ file, args, env }: Program, killAt: string | null): Promise<ProgramEnd> {
  const { PATH } = process.env
  const child = fork(file, args, {
    execArgv: ['--import', points],
    env: { PATH, ...env, ...(killAt === null ? {} : { KILL_AT: killAt }) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const reached: string[] = []
  child.on('message', (message) => {
    if (message !== null && typeof message === 'object' && 'reached' in message)
      reached.push(String(message.reached))
  })
  const [code]: (number | null)[] = await once(child, 'close')
  return { code: code ?? null, reached: [...new Set(reached)] }
}
