import { defineConfig } from 'vitest/config'
import { markdown } from './web/build/markdown.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'house',
          include: [
            'contract/src/**/*.test.ts',
            'stripe-sandbox/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            '*.test.ts',
          ],
          testTimeout: 30_000,
        },
      },
      {
        plugins: [markdown()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          setupFiles: ['web/src/testing/patience.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          include: ['web/src/**/*.test.{ts,tsx}', 'web/build/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/faults/*.test.ts'],
          globalSetup: ['server/src/testing/postgres-for-tests.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
