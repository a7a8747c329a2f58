import { useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import { useParams } from '#router/router-provider.tsx'
import type { Profile } from '@touchline/contract/profiles.ts'
import type { ComponentType } from 'react'
import { isNotFound, isSubscriptionRequired } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { fullNameOf, partyInitial } from '#people/names.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { MemberText } from '#ui/member-text.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VerifiedBadge } from '#ui/verified-badge.tsx'
import { Page } from '#ui/page.tsx'
import { creatorQuery } from './requests.ts'
import { WebsiteLink } from './website-link.tsx'

type Props = { newestPosts: ComponentType<{ creatorId: string }> }

export function CreatorProfile({ newestPosts: NewestPosts }: Props) {
  const { creatorId } = useParams(paths.creator)
  const { data, error } = useQuery({ ...creatorQuery(creatorId), throwOnError: false })
  const name = data ? fullNameOf(data, 'Creator') : 'Creator'
  usePageTitle(name)
  return (
    <Page
      title={
        <>
          {name} {data?.isMainInfluencer ? <VerifiedBadge /> : null}
        </>
      }
      back={<Link to={paths.content}>Back to the feed</Link>}
      className="max-w-report"
    >
      {data ? (
        <>
          <CreatorCard profile={data} name={name} />
          <NewestPosts creatorId={creatorId} />
        </>
      ) : error ? (
        <NotShown error={error} />
      ) : (
        <Skeleton className="h-72" />
      )}
    </Page>
  )
}

function CreatorCard({ profile, name }: { profile: Profile; name: string }) {
  const { bio, location, website, profileImageUrl } = profile
  const isQuiet = !bio && !location && !website
  return (
    <Card aria-label="About the creator" className="flex flex-wrap gap-6">
      <Avatar size="large" imageUrl={profileImageUrl} initial={partyInitial(profile, 'Creator')} />
      <div className="grid min-w-0 flex-1 basis-60 gap-6">
        {bio ? <MemberText text={bio} className="measure" /> : null}
        {location || website ? (
          <dl className="grid gap-4 sm:grid-cols-2">
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
        {isQuiet ? <p className="text-muted">{name} keeps the rest to the pitch.</p> : null}
      </div>
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
