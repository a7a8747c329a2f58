import { spawnSync } from 'node:child_process'
import { installWhatIsMissing } from './install.mjs'
import { projectEnvironment, root } from './project.mjs'
import { say } from './say.mjs'

const key = process.env.STRIPE_TEST_SECRET_KEY
if (!key) {
  say(
    'Not run: STRIPE_TEST_SECRET_KEY is not set. It is the secret test key of a Stripe account (sk_test_…).',
  )
  process.exit(0)
}
if (!/^(sk|rk)_test_/.test(key)) {
  say('Not run: STRIPE_TEST_SECRET_KEY must be a test key (sk_test_…). No test ever touches real money.')
  process.exit(1)
}

await installWhatIsMissing()
const { status } = spawnSync('vitest', ['run', '--project', 'stripe', ...process.argv.slice(2)], {
  cwd: root,
  env: projectEnvironment({ TOUCHLINE_TEST_PROVIDER: 'stripe' }),
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
