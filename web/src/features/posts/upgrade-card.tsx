import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { useSite } from '#session/site.ts'
import { useAwaitedAccess } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { PlatinumCard } from '#ui/platinum-card.tsx'

/** Stands where the feed would be for somebody without an active subscription. */
export function UpgradeCard() {
  useAwaitedAccess()
  const { price, creator } = useSite()
  return (
    <Card aria-labelledby="upgrade" className="flex flex-wrap items-center gap-9">
      <div className="min-w-60 flex-1">
        <h2 id="upgrade" className="text-2xl">
          Upgrade to Platinum
        </h2>
        <p className="mt-3 text-muted">
          Posts, pictures and videos of {creator.name} are for Platinum members. Join for{' '}
          {formatDollars(price)} a month and cancel any time.
        </p>
        <Button asChild className="mt-6">
          <Link to={paths.subscribe}>Subscribe to Platinum</Link>
        </Button>
      </div>
      <PlatinumCard title="Membership" className="mx-auto w-56" />
    </Card>
  )
}
