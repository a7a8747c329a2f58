import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

/** Link to the payouts page for creators. */
export function RevenueSection() {
  const { role } = useSignedInViewer()
  if (role !== 'creator') return null
  return (
    <Card aria-labelledby="revenue-title">
      <h2 id="revenue-title" className="text-xl">
        Creator Revenue
      </h2>
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
