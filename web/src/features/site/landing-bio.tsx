import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { useSite } from '#session/site.ts'
import { Button } from '#ui/button.tsx'
import { useLandingWords } from './landing-words.ts'
import { Portrait } from './portrait.tsx'

/** Who the creator is: picture, name and bio. Nothing while there is no creator. */
export function LandingBio() {
  const { creator, figures } = useSite()
  const { bioTitle } = useLandingWords()
  if (creator.name === null) return null
  return (
    <section aria-labelledby="bio" className="border-y border-line bg-stand">
      <div className="mx-auto grid max-w-wide items-center gap-9 px-6 py-20 lg:grid-cols-[auto_1fr] lg:gap-20">
        <Portrait name={creator.name} className="w-full max-w-[26rem] rounded-card lg:w-[26rem]" />
        <div>
          <p className="lettering text-sm text-turf">{creator.name}</p>
          <h2 id="bio" className="mt-3 max-w-[16ch] text-3xl sm:text-[2.75rem]">
            {bioTitle}
          </h2>
          <div className="measure mt-6 grid gap-4 text-lg text-muted">
            {creator.bio.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
          <p className="mt-6 flex flex-wrap items-baseline gap-x-6 gap-y-2">
            {figures.followers === null ? null : (
              <span>
                <span className="board mr-1 text-xl font-bold">{figures.followers}</span>{' '}
                <span className="text-muted">followers</span>
              </span>
            )}
            <Button asChild kind="link">
              <Link to={paths.influencerInfo}>Read the whole story</Link>
            </Button>
          </p>
        </div>
      </div>
    </section>
  )
}
