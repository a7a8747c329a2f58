import { Link } from '#router/link.tsx'
import { Download } from 'lucide-react'
import { paths } from '#paths.ts'
import { partyInitial } from '#people/names.ts'
import { useSite } from '#site/site.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { VerifiedBadge } from '#ui/verified-badge.tsx'

export function FeedRail() {
  const { creator, features } = useSite()
  const { hasAccess } = useSignedInViewer()
  const { id, name, tagline, portraitUrl } = creator
  return (
    <aside
      aria-label="Creator"
      className="sticky top-24 grid content-start gap-4 self-start max-lg:hidden print:hidden"
    >
      {id && name ? (
        <section aria-labelledby="rail-creator" className="surface p-5">
          <Avatar
            size="large"
            imageUrl={portraitUrl}
            initial={partyInitial({ firstName: name, lastName: null, email: null }, name)}
          />
          <h2 id="rail-creator" className="mt-4 flex items-center gap-1.5 text-xl">
            <bdi>{name}</bdi> <VerifiedBadge />
          </h2>
          <p className="mt-2 text-sm text-muted">{tagline}</p>
          <Button asChild kind="outline" wide className="mt-4">
            <Link to={paths.creator} params={{ creatorId: id }}>
              About the creator
            </Link>
          </Button>
        </section>
      ) : null}
      {hasAccess && features.offline ? (
        <Link
          to={paths.saved}
          className="surface flex items-center gap-4 p-5 transition-colors duration-150 hover:bg-bench"
        >
          <Download size={20} aria-hidden className="shrink-0 text-turf" />
          <span className="min-w-0">
            <span className="block font-semibold">Saved for later</span>
            <span className="mt-0.5 block text-sm text-muted">Opens without a connection.</span>
          </span>
        </Link>
      ) : null}
    </aside>
  )
}
