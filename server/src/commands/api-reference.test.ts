import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { apiReference } from './api-reference.ts'

it('docs/api.md describes the API of the contract; `npm run api-reference` writes it', async () => {
  const page = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8')
  expect(page).toBe(apiReference())
})
