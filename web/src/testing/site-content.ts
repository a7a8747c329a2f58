import { readFileSync } from 'node:fs'
import { communityRules, rulesWords } from '@touchline/content/community-rules.ts'
import { words as demoWords } from '@touchline/content/demo/words.ts'
import { words } from '@touchline/content/words.ts'
import { parseMarkdown } from '@touchline/contract/markdown-document.ts'
import { pageKeys } from '@touchline/contract/page-data.ts'
import type { SiteTexts } from '@touchline/contract/site-settings.ts'

const document = (name: string) => parseMarkdown(readFileSync(`content/${name}.md`, 'utf8'))

export const siteTextsOf = ({ isDemo }: { isDemo: boolean }): SiteTexts => ({
  ...(isDemo ? demoWords : words),
  rules: { ...rulesWords, items: [...communityRules] },
})

/** Returns the texts of content/ as the server embeds them in pages. */
export function siteContent({ isDemo }: { isDemo: boolean }) {
  return [
    { key: pageKeys.texts, data: siteTextsOf({ isDemo }) },
    { key: pageKeys.document('terms'), data: document('terms') },
    { key: pageKeys.document('privacy'), data: document('privacy') },
    {
      key: pageKeys.document('about'),
      data: document(isDemo ? 'demo/influencer-info' : 'influencer-info'),
    },
  ]
}
