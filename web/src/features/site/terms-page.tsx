import { document as terms } from '@touchline/content/terms.md'
import { usePageTitle } from '#site/page-title.ts'
import { Blocks, Sections } from './prose.tsx'
import { ReadingPage } from './reading-page.tsx'

/** The terms of service, from content/terms.md. */
export function TermsPage() {
  usePageTitle(terms.title)
  return (
    <ReadingPage title={terms.title} back="Back" lead={<Blocks blocks={terms.lead} />}>
      <Sections sections={terms.sections} />
    </ReadingPage>
  )
}
