import { Button } from '#ui/button.tsx'
import { SystemScreen } from './system-screen.tsx'

type Props = { children?: string }

/** What stands in place of a page that needs the site, when it cannot be reached. */
export function OfflineScreen({ children }: Props) {
  return (
    <SystemScreen
      colour="yellow"
      title="You are offline"
      action={
        <>
          <Button onClick={() => window.location.reload()}>Try again</Button>
          <Button asChild kind="outline">
            {/* Through the browser: this screen also stands where no router is. */}
            <a href="/saved">Saved Posts</a>
          </Button>
        </>
      }
    >
      {children ?? 'The site cannot be reached. What you saved you can still read.'}
    </SystemScreen>
  )
}
