import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { readSandbox } from '#read-sandbox.ts'
import { openSandbox, type Sandbox } from '#sandbox.ts'

const sdk = ({ secretKey, secret }: Pick<Sandbox, 'secretKey' | 'secret'>) =>
  new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient((input, init) => secret(new Request(input, init))),
    telemetry: false,
    maxNetworkRetries: 0,
  })

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-reader-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a sandbox is read beside the one at work, and nothing is written', async () => {
  const file = join(folder, 'sandbox.sqlite')
  const sandbox = await openSandbox({ file, publicUrl: () => 'http://localhost/sandbox' })
  const { id } = await sdk(sandbox).customers.create({ email: 'fan@club.example' })
  const reader = readSandbox(file)
  expect(await sdk(reader).customers.retrieve(id)).toMatchObject({ email: 'fan@club.example' })
  const { id: later } = await sdk(sandbox).customers.create({ name: 'Later' })
  expect(await sdk(reader).customers.retrieve(later)).toMatchObject({ name: 'Later' })
  await expect(sdk(reader).customers.create({})).rejects.toThrow('open for reading only')
  reader.close()
  await sandbox.close()
})

test('a file without a sandbox is said to be one', () => {
  expect(() => readSandbox(join(folder, 'nothing.sqlite'))).toThrow('holds no sandbox')
})
