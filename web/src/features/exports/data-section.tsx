import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

export const DataSection = () => (
  <Card aria-labelledby="data-title">
    <h3 id="data-title" className="text-xl">
      Your Data
    </h3>
    <p className="mt-2 text-muted">What we keep about you is yours: take it with you whenever you like.</p>
    <Button asChild kind="outline" className="mt-4">
      <Link to={paths.downloadData}>Download Your Data</Link>
    </Button>
  </Card>
)
