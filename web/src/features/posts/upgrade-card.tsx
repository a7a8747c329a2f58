import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'
import { useAccessRefusal } from '#people/access-refusal.ts'
import { MissedPosts } from '#people/missed-posts.tsx'
import { useCreatorName } from '#people/names.ts'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { OfficialCard } from '#ui/official-card.tsx'
import { PlatinumCard } from '#ui/platinum-card.tsx'

export function UpgradeCard() {
  const { words, way } = useAccessRefusal()
  const { price } = useSite()
  const creatorName = useCreatorName()
  const isJoining = way.to === paths.subscribe
  return (
    <Card aria-labelledby="upgrade" className="flex flex-wrap items-center gap-9">
      <div className="min-w-60 flex-1">
        {words ? <OfficialCard colour={words.colour} className="mb-5 text-4xl" /> : null}
        <h2 id="upgrade" className="text-2xl">
          {words ? words.title : 'Upgrade to Platinum'}
        </h2>
        <p className="mt-3 text-muted">
          {words
            ? words.text
            : `Posts, pictures and videos by ${creatorName} are for Platinum members. Join for ${formatDollars(price)} a month and cancel any time.`}
        </p>
        <Button asChild className="mt-6">
          <Link to={way.to}>{way.label}</Link>
        </Button>
      </div>
      {words ? null : <PlatinumCard title="Membership" className="mx-auto w-56 max-sm:hidden" />}
      {isJoining ? <MissedPosts /> : null}
    </Card>
  )
}
