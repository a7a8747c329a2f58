import { api } from '@touchline/contract/api.ts'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newApplicant } from '#testing/joining.ts'
import { openSite, type Site } from './site-process.ts'

let folder: string
let site: Site
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchline-card-'))
  site = await openSite(folder, { LOG_LEVEL: 'trace' })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

// A valid number, like a real card's. The text around it must be found where the number must not.
const number = '4539578763621486'
const holder = 'Rita Realcard'

async function filesUnder(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

it('rejects a real card and leaves its number in no file or log [fault 45]', async () => {
  const visitor = site.visitor()
  const applicant = newApplicant({ email: 'rita@club.example', firstName: holder })
  const { body } = await visitor.call(api.subscriptions.createIntent, { body: applicant })
  const [intent] = body.clientSecret!.split('_secret_')
  const { payments } = (await visitor.call(api.site.show)).body
  for (const typed of [number, number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')]) {
    const answer = await visitor.fetch(`/sandbox/v1/payment_intents/${intent}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        key: payments.publishableKey,
        client_secret: body.clientSecret!,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': typed,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '2034',
        'payment_method_data[card][cvc]': '123',
      }),
    })
    expect(answer.status).toBe(402)
    const text = await answer.text()
    expect(text).toContain('test card')
    expect(text.replaceAll(/\D/g, '')).not.toContain(number)
  }
  await site.stop()
  const texts = await Promise.all(
    (await filesUnder(folder)).map(async (file) => ({ file, text: await readFile(file, 'latin1') })),
  )
  const holding = (wanted: string) =>
    texts.filter(({ text }) => text.includes(wanted)).map(({ file }) => file)
  expect(holding(holder)).not.toEqual([])
  expect(holding(intent!)).toContain(join(folder, 'data', 'payment-sandbox.sqlite'))
  expect(holding('is ready at')).toContain(join(folder, 'site.log'))
  expect([...holding(number), ...holding(number.replaceAll(/(\d{4})(?=\d)/g, '$1 '))]).toEqual([])
})
