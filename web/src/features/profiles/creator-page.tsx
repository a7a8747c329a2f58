import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Profile } from '@touchline/contract/profiles.ts'
import { isNotFound, isSubscriptionRequired } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { fullNameOf, partyInitial } from '#people/names.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MemberText } from '#ui/member-text.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VerifiedBadge } from '#ui/verified-badge.tsx'
import { creatorQuery } from './requests.ts'
import { WebsiteLink } from './website-link.tsx'

export function CreatorPage() {
  const { creatorId } = useParams({ from: '/members/creator/$creatorId' })
  const { data, error } = useQuery({ ...creatorQuery(creatorId), throwOnError: false })
  const name = data ? fullNameOf(data, 'Creator') : 'Creator'
  usePageTitle(name)
  return (
    <main id="main" className="mx-auto w-full max-w-feed flex-1 px-4 py-9 sm:px-6">
      <div className="mb-4">
        <BackLink>
          <Link to={paths.content}>Back to the feed</Link>
        </BackLink>
      </div>
      {data ? (
        <CreatorCard profile={data} name={name} />
      ) : error ? (
        <NotShown error={error} />
      ) : (
        <Skeleton className="h-72" />
      )}
    </main>
  )
}

function CreatorCard({ profile, name }: { profile: Profile; name: string }) {
  const { bio, location, website, profileImageUrl, isMainInfluencer } = profile
  const isQuiet = !bio && !location && !website
  return (
    <Card aria-labelledby="creator-name">
      <div className="flex flex-wrap items-center gap-5">
        <Avatar size="large" imageUrl={profileImageUrl} initial={partyInitial(profile, 'Creator')} />
        <h1 id="creator-name" className="flex min-w-0 flex-wrap items-center gap-3 text-2xl wrap-anywhere">
          <bdi>{name}</bdi> {isMainInfluencer ? <VerifiedBadge /> : null}
        </h1>
      </div>
      {bio ? <MemberText text={bio} className="mt-6 measure" /> : null}
      {location || website ? (
        <dl className="mt-6 grid gap-4 sm:grid-cols-2">
          {location ? (
            <div className="min-w-0">
              <dt className="lettering text-xs text-muted">Location</dt>
              <dd dir="auto" className="mt-1 font-semibold">
                {location}
              </dd>
            </div>
          ) : null}
          {website ? (
            <div className="min-w-0">
              <dt className="lettering text-xs text-muted">Website</dt>
              <dd className="mt-1 font-semibold">
                <WebsiteLink address={website} />
              </dd>
            </div>
          ) : null}
        </dl>
      ) : null}
      {isQuiet ? <p className="mt-6 text-muted">{name} keeps the rest to the pitch.</p> : null}
    </Card>
  )
}

function NotShown({ error }: { error: Error }) {
  const [title, text] = isSubscriptionRequired(error)
    ? ['Platinum members only', 'Profiles are for members of the club.']
    : isNotFound(error)
      ? ['This profile is not here', 'There is no creator at this address.']
      : ['This profile could not be loaded', 'Please try again in a moment.']
  return <EmptyState title={title}>{text}</EmptyState>
}
