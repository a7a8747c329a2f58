import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'

it('leaves no process behind when its parent is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'touchline-left-'))
  const provider = new URL('provider-process.ts', import.meta.url).href
  // Simulates a test run that is killed in the middle.
  const program = `
    const { openProvider } = await import('${provider}')
    const { env } = await openProvider(process.argv[1])
    console.log(env.STRIPE_API_BASE)
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = once(parent, 'exit')
  const [url] = await once(createInterface({ input: parent.stdout }), 'line')
  const isThere = () =>
    fetch(String(url)).then(
      () => true,
      () => false,
    )
  expect(await isThere()).toBe(true)
  parent.kill('SIGKILL')
  await gone
  await expect.poll(isThere).toBe(false)
  await rm(folder, { recursive: true })
})
