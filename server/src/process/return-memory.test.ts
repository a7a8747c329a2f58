import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { serverProgram } from '#program.mjs'

const module = new URL('return-memory.ts', import.meta.url).href

/** Holds 100 MB of small objects, drops them and does next to nothing, then ends once half of them are returned. */
const program = `
  const { returnMemoryWhenIdle } = await import(${JSON.stringify(module)})
  returnMemoryWhenIdle({ everyMs: 100 })
  let held = Array.from({ length: 1_000_000 }, (_, index) => ({ index, text: String(index) }))
  const grown = process.memoryUsage.rss()
  held = null
  console.log('grown')
  setInterval(() => process.memoryUsage.rss() < grown - 50e6 && process.exit(0), 50)
`

it('returns the memory of a busy time to the system once the process is idle', async () => {
  const flags = serverProgram.filter((flag) => flag.startsWith('--') && flag !== '--import')
  const child = spawn(process.execPath, [...flags, '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  expect(line).toBe('grown')
  expect(await once(child, 'exit')).toEqual([0, null])
}, 120_000)
