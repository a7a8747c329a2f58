import { usePageTitle } from '#site/page-title.ts'
import { useDocument } from '#site/document.ts'
import { Blocks, Sections } from './prose.tsx'
import { ReadingPage } from './reading-page.tsx'

/** The terms of service. */
export function TermsPage() {
  const terms = useDocument('terms')
  usePageTitle(terms.title)
  return (
    <ReadingPage title={terms.title} back="Back" lead={<Blocks blocks={terms.lead} />}>
      <Sections sections={terms.sections} />
    </ReadingPage>
  )
}
