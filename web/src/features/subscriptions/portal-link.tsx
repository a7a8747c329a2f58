import { ExternalLink } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import type { Portal } from './management-requests.ts'
import type { Portals } from './use-portals.ts'

type Props = { portals: Portals; portal: Portal; about: string }

export const PortalLink = ({ portals: { opening, isLocked, open }, portal, about }: Props) => (
  <Button
    kind="link"
    className="min-h-11!"
    disabled={isLocked}
    aria-label={opening === portal ? undefined : `Open in Stripe: ${about}`}
    onClick={() => void open(portal)}
  >
    {opening === portal ? (
      'Opening...'
    ) : (
      <>
        Open in Stripe <ExternalLink size={14} aria-hidden />
      </>
    )}
  </Button>
)
