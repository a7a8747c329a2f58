import { spawnSync } from 'node:child_process'
import { buildWebIfNeeded } from './build-web.mjs'
import { findOrFetchChromium } from './find-chromium.mjs'
import { installWhatIsMissing } from './install.mjs'
import { projectEnvironment, root } from './project.mjs'
import { say } from './say.mjs'

/* Takes the pictures in docs/screenshots of a club created for them; exits with 1 when one fails. */

try {
  await installWhatIsMissing()
  await buildWebIfNeeded()
  const env = projectEnvironment({ CHROMIUM_PATH: await findOrFetchChromium() })
  const args = ['test', '--config', 'screenshots.config.ts', ...process.argv.slice(2)]
  const { status } = spawnSync('playwright', args, {
    cwd: root,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  process.exitCode = status ?? 1
} catch (error) {
  say(error.message)
  process.exitCode = 1
}
