import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { serverProgram } from '../server/program.mjs'
import { programEnv } from '../server/src/testing/run-command.ts'

/** A site without the demo and without people. */
export async function openBareSite() {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-bare-'))
  let server: ReturnType<typeof spawn> | undefined

  /** Starts the site. `env` adds settings. */
  async function start(env: Record<string, string> = {}) {
    server = spawn(process.execPath, serverProgram, {
      env: programEnv({
        DATA_DIR: folder,
        PORT: '0',
        ACCESS_CODE: 'off',
        SEED_DEMO: 'off',
        ...env,
      }),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const printed: string[] = []
    for await (const line of createInterface({ input: server.stdout! })) {
      printed.push(line)
      // The last line of a start in sandbox mode.
      if (line.includes('Payments are a rehearsal')) break
    }
    server.stdout!.resume()
    const all = printed.join('\n')
    const url = /is ready at (http:\S+)/.exec(all)?.[1]
    if (!url) throw new Error(`the site did not start:\n${all}`)
    return { url, link: /http:\S+\/setup#\S+/.exec(all)?.[0] ?? null }
  }

  async function stop() {
    const ended = new Promise((resolve) => server?.once('exit', resolve))
    server?.kill('SIGTERM')
    await ended
  }

  return {
    start,
    stop,

    /** The emails that the site sent. */
    async emails(): Promise<string[]> {
      const outbox = join(folder, 'outbox')
      const files = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'))
      const texts = await Promise.all(files.map((name) => readFile(join(outbox, name), 'utf8')))
      return texts.map((text) => text.replaceAll('=\n', '').replaceAll('=3D', '='))
    },

    async close() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
