import { randomBytes } from 'node:crypto'
import { build } from 'vite'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { budget } from './budget.ts'

/** Builds an entry that no compression brings under its limit. */
async function buildOverBudget() {
  const warnings: string[] = []
  const text = randomBytes(200_000).toString('base64')
  const page = { name: 'page', resolveId: (id: string) => id, load: () => `console.log('${text}')` }
  await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [page, budget()],
    build: {
      write: false,
      rolldownOptions: { input: 'entry', onwarn: ({ message }) => void warnings.push(message) },
    },
  })
  return warnings
}

describe('the page-weight budget', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('fails the build in npm test', async () => {
    vi.stubEnv('ENFORCE_BUDGET', '1')
    await expect(buildOverBudget()).rejects.toThrow('Over budget: entry')
  })

  it('only warns an operator, whose longer texts must not stop the start', async () => {
    vi.stubEnv('ENFORCE_BUDGET', '')
    expect((await buildOverBudget()).join()).toContain('Over budget: entry')
  })
})
