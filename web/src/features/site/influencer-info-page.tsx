import { Link } from '#router/link.tsx'
import type { Block, Section } from '@touchline/contract/markdown-document.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSite } from '#site/site.ts'
import { useDocument } from '#site/document.ts'
import { useViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { Portrait } from './portrait.tsx'
import { Blocks, Sections } from './prose.tsx'
import { ReadingPage } from './reading-page.tsx'

/** Fills an empty Biography section from the creator's profile, or drops it. */
const withBiography = (sections: Section[], bio: string[]) =>
  sections.flatMap((section) => {
    if (section.id !== 'biography' || section.blocks.length > 0) return [section]
    const blocks = bio.map((text): Block => ({ kind: 'paragraph', runs: [{ text }] }))
    return blocks.length > 0 ? [{ ...section, blocks }] : []
  })

export function InfluencerInfoPage() {
  const { creator, figures, price } = useSite()
  const info = useDocument('about')
  usePageTitle(info.title)
  const viewer = useViewer()
  return (
    <ReadingPage title={info.title} back="Back to Home" lead={<Blocks blocks={info.lead} />}>
      {creator.name === null ? null : (
        <div className="mb-12 grid items-end gap-6 sm:grid-cols-[auto_1fr]">
          <Portrait
            name={creator.name}
            className="aspect-[5/6] w-full rounded-card border border-line sm:w-80"
          />
          <div>
            <p className="display text-3xl">{creator.name}</p>
            {figures.followers === null ? null : (
              <p className="mt-2 text-muted">
                <span className="board text-chalk">{figures.followers}</span> followers
              </p>
            )}
          </div>
        </div>
      )}
      <Sections sections={withBiography(info.sections, creator.bio)} />
      {viewer ? null : (
        <div className="surface mt-14 flex flex-wrap items-center justify-between gap-6 p-6 sm:p-9">
          <div>
            <h2 className="text-2xl">Come to the touchline</h2>
            <p className="mt-1 text-muted">{formatDollars(price)} per month. Cancel any time.</p>
          </div>
          <Button asChild size="large">
            <Link to={paths.signup}>Join Now</Link>
          </Button>
        </div>
      )}
    </ReadingPage>
  )
}
