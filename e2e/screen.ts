import type { DemoAccountKey, Page } from './club.ts'

export type Screen = {
  name: string
  /** null: a visitor. */
  who: DemoAccountKey | null
  open: (page: Page) => Promise<void>
}
