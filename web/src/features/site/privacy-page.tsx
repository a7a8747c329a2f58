import { document as privacy } from '@touchline/content/privacy.md'
import { usePageTitle } from '#site/page-title.ts'
import { Blocks, Sections } from './prose.tsx'
import { ReadingPage } from './reading-page.tsx'

/** The privacy policy, from content/privacy.md. */
export function PrivacyPage() {
  usePageTitle(privacy.title)
  return (
    <ReadingPage title={privacy.title} back="Back" lead={<Blocks blocks={privacy.lead} />}>
      <Sections sections={privacy.sections} />
    </ReadingPage>
  )
}
