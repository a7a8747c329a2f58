import type { Browser } from '@playwright/test'
import { type EmptySite, openEmptySite } from '../bench/site-under-test.ts'
import { type Page, rememberPassedGate, test } from './club.ts'

/** A club for one file of tests alone, with nobody in it: its clock is moved, and the other tests live in theirs. */
export function openOwnClub() {
  let site: EmptySite | undefined

  test.beforeAll(async () => {
    site = await openEmptySite()
  })
  test.afterAll(() => site?.close())

  return {
    /** Where it keeps its things. */
    folder: () => site?.folder ?? '',

    /** A page in a browser session of its own, behind the gate. */
    openAt: async (browser: Browser): Promise<Page> => {
      const context = await browser.newContext({ baseURL: site?.url })
      await context.addInitScript(rememberPassedGate)
      return context.newPage()
    },
  }
}
