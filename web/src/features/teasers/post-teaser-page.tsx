import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { notFound, useParams } from '#router/router-provider.tsx'
import { kindAndLength, teaserName, teaserWords } from '@touchline/contract/teaser-text.ts'
import type { Teaser } from '@touchline/contract/teasers.ts'
import { paths } from '#paths.ts'
import { rememberPath } from '#session/return-path.ts'
import { useIsSigningOut } from '#sign-out/is-signing-out.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSite } from '#site/site.ts'
import { ClipVideo } from '#player/clip-video.tsx'
import { teaserQuery } from '#site/teasers.ts'
import { Button } from '#ui/button.tsx'
import { longDate } from '#ui/dates.ts'
import { formatDollars } from '#ui/dollars.ts'
import { Logo } from '#ui/logo.tsx'
import { FullSpinner } from '#ui/spinner.tsx'

/** `1 like`, `2 comments` */
const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

function Placeholder({ url }: { url: string }) {
  return <img src={url} alt="" className="aspect-video w-full bg-bench object-cover opacity-80" />
}

function TeaserCard({ teaser }: { teaser: Teaser }) {
  const { creator, price } = useSite()
  return (
    <article className="surface overflow-hidden">
      {teaser.clip ? (
        <ClipVideo teaser={teaser} clip={teaser.clip} />
      ) : teaser.placeholder === null ? null : (
        <Placeholder url={teaser.placeholder} />
      )}
      <div className="p-5 sm:p-8">
        <p className="lettering text-sm text-turf">{kindAndLength(teaser)}</p>
        <h1 dir="auto" className="mt-3 text-3xl">
          {teaserName(teaser)}
        </h1>
        <p className="mt-3 text-sm text-muted">
          {creator.name === null ? null : <>{creator.name} · </>}
          <time dateTime={teaser.createdAt}>{longDate(teaser.createdAt)}</time> ·{' '}
          {counted(teaser.likesCount, 'like')} · {counted(teaser.commentsCount, 'comment')}
        </p>
        {teaser.lines === null ? null : (
          <p dir="auto" className="measure mt-5 whitespace-pre-line">
            {teaser.lines}
          </p>
        )}
        <div className="members-only mt-6 border-t border-line pt-6">
          <p className="text-muted">
            {teaser.clip ? 'The comments and all other posts are for members.' : 'The rest is for members.'}
          </p>
          <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3">
            <Button asChild size="large">
              <Link to={paths.signup} onClick={rememberPath}>
                {teaser.clip ? 'Join Now' : teaserWords[teaser.mediaType].join}
              </Link>
            </Button>
            <p className="text-sm text-muted">{formatDollars(price)} per month. Cancel any time.</p>
          </div>
          <p className="mt-4 text-sm text-muted">
            Already a member?{' '}
            <Button asChild kind="link">
              <Link to={paths.login} onClick={rememberPath}>
                Sign In
              </Link>
            </Button>
          </p>
        </div>
      </div>
    </article>
  )
}

function SharedPost({ teaser }: { teaser: Teaser }) {
  const { name } = useSite()
  usePageTitle(teaserName(teaser))
  return (
    <>
      <header className="border-b border-line">
        <div className="mx-auto flex h-18 max-w-wide items-center justify-between gap-2 px-4 sm:px-6">
          <Link to={paths.home} className="flex py-2">
            <Logo name={name} />
          </Link>
          <Button asChild kind="quiet">
            <Link to={paths.login} onClick={rememberPath}>
              Sign In
            </Link>
          </Button>
        </div>
      </header>
      <main id="main" className="mx-auto w-full max-w-feed flex-1 px-4 py-9 sm:py-14 md:px-0">
        <TeaserCard teaser={teaser} />
        <p className="mt-6">
          <Button asChild kind="link">
            <Link to={paths.home}>What members get</Link>
          </Button>
        </p>
      </main>
    </>
  )
}

/** A post for strangers: what its creator shares of it, and how to join. */
export function PostTeaserPage() {
  const { postId } = useParams(paths.post)
  const { data: teaser } = useSuspenseQuery(teaserQuery(postId))
  // The page of a member who is signing out becomes this one for a moment.
  if (useIsSigningOut()) return <FullSpinner label="Signing out" />
  if (!teaser) throw notFound()
  return <SharedPost teaser={teaser} />
}
