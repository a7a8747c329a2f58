import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

/** For creators the way to what they earn. */
export function RevenueSection() {
  const { role } = useSignedInViewer()
  if (role !== 'creator') return null
  return (
    <Card aria-labelledby="revenue-title">
      <h2 id="revenue-title" className="text-xl">
        Creator Revenue
      </h2>
      <p className="mt-2 text-muted">What subscriptions and tips bring you, and what is paid out.</p>
      <Button asChild kind="outline" className="mt-4">
        <Link to={paths.payouts}>View Revenue</Link>
      </Button>
    </Card>
  )
}
