import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { compileCache, serverProgram } from '#program.mjs'
import { postgresEnvironment } from '#db/postgres-launcher.ts'
import { backupFailure } from './backup-failure.ts'

const endWithParent = fileURLToPath(new URL('../process/end-with-parent.ts', import.meta.url))

/** Public paths that every working site answers. */
const checkedPaths = ['/healthz', '/readyz?only=serving', '/api/site', '/api/auth/user']

/** The result of requesting `checkedPaths` from a copy, as an invariant. */
export type BootCheck = { name: string; checked: number; broken: number; examples: string[] }

/**
 * Starts the site on a copy of its data, without outgoing traffic (`QUIET`). The copy ends with this process or
 * `signal`. Throws BackupFailure when it does not start.
 */
export async function bootCopy(copy: {
  dataDir: string
  sessionSecret: string | null
  signal: AbortSignal
}): Promise<{ answers: BootCheck; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, ['--import', endWithParent, ...serverProgram], {
    env: {
      PATH: postgresEnvironment.PATH,
      NODE_COMPILE_CACHE: compileCache,
      DATA_DIR: copy.dataDir,
      ...(copy.sessionSecret ? { SESSION_SECRET: copy.sessionSecret } : {}),
      HOST: '127.0.0.1',
      PORT: '0',
      QUIET: 'on',
      SEED_DEMO: 'off',
      ACCESS_CODE: 'off',
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    // In a terminal Ctrl+C would signal the copy a second time, and it would exit before its database.
    detached: true,
  })
  const gone = once(child, 'exit')
  const end = () => void (child.killed || child.kill('SIGTERM'))
  copy.signal.addEventListener('abort', end)
  void gone.then(() => copy.signal.removeEventListener('abort', end))
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-2000)))
  const url = await new Promise<string | null>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, found] = / is ready at (http\S+)/.exec(line) ?? []
      if (found) resolve(found)
    })
    void gone.then(() => resolve(null))
  })
  if (url === null) throw backupFailure(`The copy did not start. Its output: ${stderr.trim() || 'none'}`)
  const stop = async () => {
    end()
    await gone
  }
  try {
    const wrong: string[] = []
    for (const path of checkedPaths) {
      const { status } = await fetch(new URL(path, url), { signal: copy.signal })
      if (status >= 500) wrong.push(`${path} answered ${status}`)
    }
    const name = 'The site starts on the copy and answers'
    return { answers: { name, checked: checkedPaths.length, broken: wrong.length, examples: wrong }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
