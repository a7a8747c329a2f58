import type { Browser } from '@playwright/test'
import { type EmptySite, openEmptySite } from '../bench/site-under-test.ts'
import { type Page, rememberPassedGate, test } from './club.ts'

/** An empty club for one test file, which moves its clock. */
export function openOwnClub() {
  let site: EmptySite | undefined

  test.beforeAll(async () => {
    site = await openEmptySite()
  })
  test.afterAll(() => site?.close())

  return {
    folder: () => site?.folder ?? '',

    /** Opens a page in a new browser session, behind the gate. */
    openAt: async (browser: Browser): Promise<Page> => {
      const context = await browser.newContext({ baseURL: site?.url })
      await context.addInitScript(rememberPassedGate)
      return context.newPage()
    },
  }
}
