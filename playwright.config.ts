import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './scripts/find-chromium.mjs'
import { compileCache, serverProgram } from './server/program.mjs'

// Workers read this file, too: only the first process creates the folder.
process.env['TOUCHLINE_E2E_FOLDER'] ??= mkdtempSync(join(tmpdir(), 'touchline-e2e-'))
const folder = process.env['TOUCHLINE_E2E_FOLDER']
process.env['CHROMIUM_PATH'] ??= findChromium() ?? ''

const chromium = {
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'],
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
}

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: join(folder, 'results'),
  // Slow machines need time; only a failing test comes near these limits.
  timeout: 600_000,
  expect: { timeout: 120_000, toPass: { timeout: 300_000 } },
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // More than twice the cores of a small machine, because tests wait half of their time.
  workers: 5,
  use: {
    ...chromium,
    locale: 'en-GB',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      use: {
        ...devices['Desktop Chrome'],
        ...chromium,
        viewport: { width: 1280, height: 800 },
        // Installing the app and animating cost a third of all work. The phone project and the tests about
        // them do both.
        serviceWorkers: 'block',
        contextOptions: { reducedMotion: 'reduce' },
      },
      grepInvert: /@phone/,
    },
    {
      name: 'phone',
      use: { ...devices['Pixel 7'], ...chromium, viewport: { width: 360, height: 740 } },
      grep: /@phone|@everywhere/,
    },
  ],
  webServer: {
    command: ['node', ...serverProgram].map((part) => JSON.stringify(part)).join(' '),
    env: {
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      NODE_COMPILE_CACHE: compileCache,
      SANDBOX_CONTROL: 'on',
      // Tests with an address of their own have their own rate limits.
      TRUSTED_PROXIES: '127.0.0.1,::1',
    },
    wait: { stdout: /is ready at (?<touchline_url>http:\S+)/ },
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
  },
})
