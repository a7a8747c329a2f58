import { Link } from '@tanstack/react-router'
import { useAccessRefusal } from '#session/access-refusal.ts'
import { useCreatorName } from '#session/creator-name.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { OfficialCard } from '#ui/official-card.tsx'

/** Takes the place of My Tips for somebody without an active subscription. */
export function TipPaywall() {
  const { words, way } = useAccessRefusal()
  const creatorName = useCreatorName()
  return (
    <main id="main" className="mx-auto w-full max-w-feed flex-1 px-4 py-14 md:px-0">
      <Card aria-labelledby="paywall" className="text-center">
        <OfficialCard colour={words?.colour ?? 'violet'} className="text-4xl" />
        <h1 id="paywall" className="mt-6 text-2xl">
          {words ? words.title : 'My Tips is for Platinum members'}
        </h1>
        <p className="mx-auto mt-3 max-w-[46ch] text-muted">
          {words
            ? words.text
            : `Subscribe to send tips to ${creatorName} and to see which ones were hearted.`}
        </p>
        <Button asChild className="mt-6">
          <Link to={way.to}>{way.label}</Link>
        </Button>
      </Card>
    </main>
  )
}
