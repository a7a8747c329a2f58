import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { apiReference } from './api-reference.ts'

it('docs/api.md describes the contract (update it with `npm run api-reference`)', async () => {
  const page = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8')
  expect(page).toBe(apiReference())
})
