import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { compileCache } from './server/program.mjs'
import { markdown } from './web/build/markdown.ts'

/** What is slow on a busy machine is waited for: only a test that fails comes near these limits. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
}

/** The tests that go through the provider, at Stripe itself: `npm run test:stripe`, and in no other run. */
const atStripe = {
  test: {
    name: 'stripe',
    include: ['server/src/features/{subscriptions,signup,tips,ledger,reconciliation}/**/*.test.ts'],
    globalSetup: ['server/src/testing/postgres-for-tests.ts'],
    // One account for all files: they go one after the other, so that each hears its own events only.
    fileParallelism: false,
    ...patience,
  },
}

export default defineConfig({
  test: {
    fsModuleCache: true,
    // Tests wait for databases, programs and timers more than they compute: it takes five to keep two cores busy.
    maxWorkers: Math.max(5, availableParallelism()),
    projects: [
      {
        test: {
          name: 'house',
          include: [
            'contract/src/**/*.test.ts',
            'stripe-sandbox/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
            'web/build/**/*.test.ts',
            '*.test.ts',
          ],
          isolate: false,
          setupFiles: ['server/src/testing/trap-connections.ts'],
          ...patience,
        },
      },
      {
        plugins: [markdown()],
        test: {
          name: 'web',
          environment: 'happy-dom',
          // A page, and modules, of its own for every file, without a process of its own for each.
          pool: 'vmThreads',
          setupFiles: ['web/src/testing/patience.ts'],
          ...patience,
          include: ['web/src/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/faults/*.test.ts'],
          globalSetup: ['server/src/testing/postgres-for-tests.ts', 'server/src/testing/swift-on-demand.ts'],
          setupFiles: ['server/src/testing/trap-connections.ts'],
          // Every file has a club and a database of its own: what they share is the code, read once.
          isolate: false,
          // For the programs that tests start, each of which would compile the server anew.
          env: { NODE_COMPILE_CACHE: compileCache },
          ...patience,
        },
      },
      ...(process.env['TOUCHLINE_TEST_PROVIDER'] === 'stripe' ? [atStripe] : []),
    ],
  },
})
