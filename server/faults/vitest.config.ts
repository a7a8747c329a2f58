import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Tests too slow for every run: `npm run test:faults`. */
export default defineConfig({
  test: {
    name: 'faults',
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['server/faults/long/*.test.ts'],
    globalSetup: ['server/src/testing/postgres-for-tests.ts'],
    testTimeout: 6 * 60 * 60_000,
    hookTimeout: 10 * 60_000,
    expect: { poll: { timeout: 120_000 } },
    fileParallelism: false,
  },
})
