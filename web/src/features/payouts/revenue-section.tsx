import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

export function RevenueSection() {
  return (
    <Card aria-labelledby="revenue-title">
      <h3 id="revenue-title" className="text-xl">
        Creator Revenue
      </h3>
      <p className="mt-2 text-muted">What subscriptions and tips bring you, and what is paid out.</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button asChild kind="outline">
          <Link to={paths.analytics}>View Analytics</Link>
        </Button>
        <Button asChild kind="outline">
          <Link to={paths.payouts}>View Payouts</Link>
        </Button>
      </div>
    </Card>
  )
}
