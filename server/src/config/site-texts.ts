import { site as demo } from '@touchline/content/demo/site.ts'
import { site as own } from '@touchline/content/site.ts'

/** The texts and figures of this site; `isDemo` says that they are the demo club's. */
export type SiteTexts = typeof own & { isDemo: boolean }

/** The operator's texts, or those of the demo club where it is shown. */
export const siteTexts = ({ isDemo }: { isDemo: boolean }): SiteTexts => ({
  ...(isDemo ? demo : own),
  isDemo,
})
