import { useTexts } from '#site/site.ts'
import { Link } from '#router/link.tsx'
import { kindAndLength, teaserName } from '@touchline/contract/teaser-text.ts'
import type { Teaser } from '@touchline/contract/teasers.ts'
import { Heart, LockKeyhole, MessageCircle } from 'lucide-react'
import { paths } from '#paths.ts'
import { ClipVideo } from '#player/clip-video.tsx'
import { useFrontPosts } from '#site/teasers.ts'

/** The average colors of the picture behind a lock; a post without a picture shows half a pitch. */
function Cover({ placeholder }: Pick<Teaser, 'placeholder'>) {
  return (
    <div className="relative grid aspect-[5/3] place-items-center overflow-hidden bg-bench">
      {placeholder === null ? (
        <svg
          aria-hidden
          viewBox="0 0 250 150"
          className="absolute inset-0 size-full fill-none stroke-line stroke-2"
        >
          <path d="M125 0v150M0 30h40v90H0M250 30h-40v90h40" />
          <circle cx="125" cy="75" r="36" />
        </svg>
      ) : (
        <img
          src={placeholder}
          alt=""
          loading="lazy"
          className="absolute inset-0 size-full scale-110 object-cover [filter:blur(12px)]"
        />
      )}
      <span className="relative grid size-11 place-items-center rounded-full bg-pitch/80 text-chalk">
        <LockKeyhole size={18} aria-hidden />
      </span>
    </div>
  )
}

function Count({ icon: Icon, count, noun }: { icon: typeof Heart; count: number; noun: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <Icon size={15} aria-hidden />
      {count.toLocaleString('en-US')} <span className="sr-only">{count === 1 ? noun : `${noun}s`}</span>
    </span>
  )
}

function TeaserCard({ teaser }: { teaser: Teaser }) {
  return (
    <article className="surface relative flex h-full flex-col overflow-hidden">
      <Cover placeholder={teaser.placeholder} />
      <div className="flex flex-1 flex-col p-4">
        <p className="lettering text-xs text-turf">{kindAndLength(teaser)}</p>
        <h3 dir="auto" className="mt-2 line-clamp-3 text-lg leading-snug wrap-anywhere">
          <Link
            to={paths.post}
            params={{ postId: teaser.id }}
            preload={false}
            className="after:absolute after:inset-0 hover:underline"
          >
            {teaserName(teaser)}
          </Link>
        </h3>
        <p className="mt-auto flex gap-4 pt-3 text-sm text-muted">
          <Count icon={Heart} count={teaser.likesCount} noun="like" />
          <Count icon={MessageCircle} count={teaser.commentsCount} noun="comment" />
        </p>
      </div>
    </article>
  )
}

/** The newest shared posts as strangers see them: a row to swipe on phones, a grid on wider screens. */
export function LandingTeasers() {
  const teasers = useFrontPosts()?.teasers ?? []
  const { teasersTitle } = useTexts().landing
  if (teasers.length === 0) return null
  return (
    <section aria-labelledby="posts" className="mx-auto max-w-wide py-14">
      <h2 id="posts" className="px-6 text-2xl sm:text-3xl">
        {teasersTitle}
      </h2>
      <ul className="mt-6 flex snap-x scroll-px-6 gap-4 overflow-x-auto px-6 pb-2 md:grid md:grid-cols-3 md:overflow-visible">
        {teasers.map((teaser) => (
          <li key={teaser.id} className="w-64 shrink-0 snap-start md:w-auto">
            <TeaserCard teaser={teaser} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The video that the creator lets visitors watch. */
export function LandingClip() {
  const teaser = useFrontPosts()?.clip
  const { clipTitle } = useTexts().landing
  if (!teaser?.clip) return null
  return (
    <section
      aria-labelledby="clip"
      className="mx-auto grid max-w-wide gap-6 px-6 py-14 lg:grid-cols-[1fr_2fr] lg:gap-14"
    >
      <div>
        <h2 id="clip" className="text-2xl sm:text-3xl">
          {clipTitle}
        </h2>
        <p className="mt-4 text-muted">{kindAndLength(teaser)}</p>
        <p dir="auto" className="text-lg font-semibold wrap-anywhere">
          {teaserName(teaser)}
        </p>
      </div>
      <ClipVideo teaser={teaser} clip={teaser.clip} />
    </section>
  )
}
