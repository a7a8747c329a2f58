import { Link } from '#router/link.tsx'
import type { User } from '@touchline/contract/people.ts'
import type { ComponentType, ReactNode } from 'react'
import { paths } from '#paths.ts'
import { maySendTips } from '#people/may-send-tips.ts'
import { usePageTitle } from '#site/page-title.ts'
import { shortName, useCreatorName } from '#people/names.ts'
import { useSite } from '#site/site.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { clubNow } from '#ui/clock.ts'
import { useIsMobile } from '#ui/is-mobile.ts'
import { Page } from '#ui/page.tsx'
import { HomeCards } from './home-cards.tsx'

type Who = Pick<User, 'role' | 'subscriptionStatus' | 'createdAt'>

const dayMs = 24 * 60 * 60 * 1000

/** Returns the greeting. People who joined within a day of `nowMs` are not welcomed "back". */
export function welcomeFor(
  { role, subscriptionStatus, createdAt }: Who,
  { name, creatorName, nowMs }: { name: string; creatorName: string; nowMs: number },
) {
  const back = nowMs - Date.parse(createdAt) < dayMs ? '' : ' back'
  if (role === 'creator')
    return { title: `Welcome${back}, ${name}`, text: 'Publish something new, or see who left you a tip.' }
  if (role === 'admin' || role === 'moderator')
    return { title: `Welcome, ${name}`, text: 'You are looking after this community.' }
  if (subscriptionStatus === 'active')
    return {
      title: `Welcome${back}, ${name}`,
      text: `You are a Platinum member: everything ${creatorName} publishes is yours.`,
    }
  return { title: `Welcome, ${name}`, text: `You have access to everything ${creatorName} publishes.` }
}

type Props = {
  /** Replaces the page for people without access. */
  noAccess: ReactNode
  /** What needs the attention of the creator or an admin, and first steps. */
  today: ReactNode
  latestPosts: ReactNode
  tipButton: ComponentType
}

export function HomePage({ noAccess, today, latestPosts, tipButton: TipButton }: Props) {
  const viewer = useSignedInViewer()
  return viewer.hasAccess ? (
    <Dashboard
      viewer={viewer}
      today={today}
      latestPosts={latestPosts}
      tip={maySendTips(viewer) ? <TipButton /> : null}
    />
  ) : (
    noAccess
  )
}

type DashboardProps = { viewer: User; today: ReactNode; latestPosts: ReactNode; tip: ReactNode }

function Dashboard({ viewer, today, latestPosts, tip }: DashboardProps) {
  usePageTitle('Home')
  const { features } = useSite()
  const creatorName = useCreatorName()
  const isMobile = useIsMobile()
  const { title, text } = welcomeFor(viewer, { name: shortName(viewer), creatorName, nowMs: clubNow() })
  return (
    <Page
      title={title}
      rail={
        <div className="max-lg:mt-6">
          {isMobile && tip ? <div className="mb-6">{tip}</div> : null}
          <HomeCards role={viewer.role} />
        </div>
      }
      lead={text}
    >
      {today}
      <section aria-labelledby="latest">
        <div className="flex flex-wrap items-center justify-between gap-x-4 sm:mb-2">
          <h2 id="latest" className="max-sm:sr-only sm:text-xl">
            Latest Posts
          </h2>
          {features.offline ? (
            <Button asChild kind="link" className="min-h-11! max-lg:hidden">
              <Link to={paths.saved}>Saved Posts</Link>
            </Button>
          ) : null}
        </div>
        {latestPosts}
      </section>
    </Page>
  )
}
