import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

const atOnce = 4

/** Waits for the others at each file, then opens it; prints the error. */
const opener = `
  const { workerData, parentPort } = require('node:worker_threads')
  const { files, module, arrived, atOnce } = workerData
  import(module).then(({ openToWrite }) => {
    const failures = []
    files.forEach((file, index) => {
      Atomics.add(arrived, index, 1)
      while (Atomics.load(arrived, index) < atOnce);
      try {
        openToWrite(file).close()
      } catch (error) {
        failures.push(error.message)
      }
    })
    parentPort.postMessage(failures)
  })`

it('lets several programs open a new file at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-opened-'))
  const files = Array.from({ length: 5 }, (_, number) => join(folder, `${number}.sqlite`))
  const arrived = new Int32Array(new SharedArrayBuffer(4 * files.length))
  const module = new URL('open-file.ts', import.meta.url).href
  const workerData = { files, module, arrived, atOnce }
  const failures = await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const worker = new Worker(opener, { eval: true, workerData })
      const [said] = await once(worker, 'message')
      await worker.terminate()
      return said
    }),
  )
  expect(failures.flat()).toEqual([])
  rmSync(folder, { recursive: true })
})
