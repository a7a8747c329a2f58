import { site as demo } from '@touchline/content/demo/site.ts'
import { site as own } from '@touchline/content/site.ts'

/** The site's own texts and numbers. `isDemo` marks those of the demo club. */
export type SiteTexts = typeof own & { isDemo: boolean }

export const siteTexts = ({ isDemo }: { isDemo: boolean }): SiteTexts => ({
  ...(isDemo ? demo : own),
  isDemo,
})
