import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'

/** Leads to the page to appeal a decision. The token is in the part of the address that no server sees. */
export const AppealLink = ({ token }: { token: string }) => (
  <Button asChild kind="outline" className="mt-3">
    <Link to={paths.appeal} hash={token}>
      Appeal
    </Link>
  </Button>
)
