import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

// Workers read this file again: the folder is chosen once, by the first reader.
process.env['TOUCHLINE_E2E_FOLDER'] ??= mkdtempSync(join(tmpdir(), 'touchline-e2e-'))
const folder = process.env['TOUCHLINE_E2E_FOLDER']

const chromium = {
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
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
  // What is slow on a busy machine is waited for: only a test that fails comes near these limits.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // Twice the cores of a small machine: a test waits for the page half of its time.
  workers: 4,
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
        // Hundreds of browser sessions that install the app and draw every movement cost a third of all the work. Phones
        // do both, and so do the tests about them.
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
    command: 'node server/src/main.ts',
    env: {
      DATA_DIR: join(folder, 'data'),
      PORT: '0',
      SANDBOX_CONTROL: 'on',
      // A test may say from where it comes, and then shares its rate limits with no other.
      TRUSTED_PROXIES: '127.0.0.1,::1',
    },
    wait: { stdout: /is ready at (?<touchline_url>http:\S+)/ },
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
  },
})
