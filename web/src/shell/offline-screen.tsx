import { useQueryClient } from '@tanstack/react-query'
import { siteQuery } from '#session/site.ts'
import { Button } from '#ui/button.tsx'
import { SystemScreen } from './system-screen.tsx'

/** What stands in place of a page that needs the site, when it cannot be reached. */
export function OfflineScreen() {
  // At a start nobody could be asked; something may be saved then.
  const hasSaved = useQueryClient().getQueryData(siteQuery.queryKey)?.features.offline ?? true
  return (
    <SystemScreen
      colour="yellow"
      title="You are offline"
      action={
        <>
          <Button onClick={() => window.location.reload()}>Try again</Button>
          {hasSaved ? (
            <Button asChild kind="outline">
              {/* Through the browser: this screen also stands where no router is. */}
              <a href="/saved">Saved Posts</a>
            </Button>
          ) : null}
        </>
      }
    >
      The site cannot be reached.{hasSaved ? ' What you saved you can still read.' : ''}
    </SystemScreen>
  )
}
