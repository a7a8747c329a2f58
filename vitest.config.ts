import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { compileCache } from './server/program.mjs'

const fastArgon2 = fileURLToPath(new URL('server/src/testing/fast-argon2.ts', import.meta.url))

/** The programs that tests start share compiled code. */
const env = { NODE_COMPILE_CACHE: compileCache }

/** Slow machines need time; only a failing test comes near these limits. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
}

/** The provider tests at Stripe itself, for `npm run test:stripe` only. */
const atStripe = {
  test: {
    name: 'stripe',
    include: ['server/src/features/{subscriptions,signup,tips,ledger,reconciliation}/**/*.test.ts'],
    globalSetup: ['server/src/testing/postgres-for-tests.ts'],
    // The files share one account and would receive each other's events.
    fileParallelism: false,
    ...patience,
  },
}

export default defineConfig({
  test: {
    fsModuleCache: true,
    // Tests wait more than they compute: it takes six to keep two cores busy.
    maxWorkers: Math.max(6, availableParallelism()),
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
          env,
          ...patience,
        },
      },
      {
        test: {
          name: 'web',
          environment: 'happy-dom',
          // Each file has its own page and modules, but no process.
          pool: 'vmThreads',
          setupFiles: ['web/src/testing/patience.ts'],
          ...patience,
          include: ['web/src/**/*.test.{ts,tsx}'],
        },
      },
      {
        // The strength of the site's passwords costs a tenth of the work of some files.
        resolve: { alias: { '@node-rs/argon2': fastArgon2 } },
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/faults/*.test.ts'],
          globalSetup: ['server/src/testing/postgres-for-tests.ts', 'server/src/testing/swift-on-demand.ts'],
          setupFiles: ['server/src/testing/trap-connections.ts'],
          // Each file has its own club and database, so files can share the loaded code.
          isolate: false,
          env,
          ...patience,
        },
      },
      ...(process.env['TOUCHLINE_TEST_PROVIDER'] === 'stripe' ? [atStripe] : []),
    ],
  },
})
