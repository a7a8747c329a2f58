import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/* Every measurement there is, one after the other; ends with 1 when one of them found a promise broken. */

for (const name of [
  'main',
  'sandbox',
  'feed',
  'people',
  'insights',
  'live',
  'media',
  'overload',
  'uploads',
  'logins',
  'export',
]) {
  process.stdout.write(`\n== ${name}\n`)
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL(`${name}.ts`, import.meta.url))], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exitCode = 1
}
