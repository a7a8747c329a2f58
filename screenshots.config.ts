import { defineConfig, devices } from '@playwright/test'
import site from './playwright.config.ts'

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } }
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }

/** The pictures of the documentation: the same site and browser as the tests', and every screen four times. */
export default defineConfig({
  ...site,
  testMatch: 'screenshots.ts',
  timeout: 120_000,
  workers: 1,
  projects: Object.entries({ desktop, phone }).flatMap(([device, size]) =>
    (['dark', 'light'] as const).map((colorScheme) => ({
      name: `${device}-${colorScheme}`,
      use: { ...size, ...site.use, colorScheme, contextOptions: { reducedMotion: 'reduce' } as const },
    })),
  ),
})
