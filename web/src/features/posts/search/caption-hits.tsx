import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { type CaptionHit, captions } from '@touchline/contract/search.ts'
import { call } from '#api/call.ts'
import { paths } from '#paths.ts'
import { lineName } from '#people/line-name.ts'
import { LinePicture } from '#people/post-line.tsx'
import { languageName } from '#player/language-name.ts'
import { spokenTime, timeText } from '#player/time-text.ts'
import { Link } from '#router/link.tsx'
import { FoundText } from './found-text.tsx'
import { HitList } from './hit-list.tsx'

const captionHits = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['search', 'captions', search],
    queryFn: ({ pageParam, signal }) => call(captions, { query: { search, after: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ hits, hasMore }) => (hasMore ? hits.at(-1)?.id : undefined),
    staleTime: 0,
    throwOnError: false,
  })

export function CaptionHits({ search }: { search: string }) {
  const query = useInfiniteQuery(captionHits(search))
  return (
    <HitList query={query} name="captions" search={search}>
      {(hit: CaptionHit) => <CaptionLink hit={hit} search={search} />}
    </HitList>
  )
}

function CaptionLink({ hit, search }: { hit: CaptionHit; search: string }) {
  const { post, partId, language, seconds, text } = hit
  return (
    <Link
      to={paths.post}
      params={{ postId: post.id }}
      search={{ t: seconds, part: partId }}
      className="surface flex gap-3 p-4 transition-colors duration-150 hover:bg-bench"
    >
      <LinePicture post={post} />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-1 font-semibold break-words">
          {lineName(post)}
        </span>
        <span className="block text-sm text-muted">
          <span aria-hidden className="board">
            {timeText(seconds)}
          </span>
          <span className="sr-only">At {spokenTime(seconds)}</span> · {languageName(language)}
        </span>
        <span dir="auto" lang={language} className="mt-1 line-clamp-4 text-sm wrap-anywhere">
          <FoundText text={text} search={search} />
        </span>
      </span>
    </Link>
  )
}
