import { usePageTitle } from '#site/page-title.ts'
import { useDocument } from '#site/document.ts'
import { Blocks, Sections } from './prose.tsx'
import { ReadingPage } from './reading-page.tsx'

/** The privacy policy. */
export function PrivacyPage() {
  const privacy = useDocument('privacy')
  usePageTitle(privacy.title)
  return (
    <ReadingPage title={privacy.title} back="Back" lead={<Blocks blocks={privacy.lead} />}>
      <Sections sections={privacy.sections} />
    </ReadingPage>
  )
}
