import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

export const PasswordSection = () => (
  <Card aria-labelledby="password-title">
    <h3 id="password-title" className="text-xl">
      Password
    </h3>
    <p className="mt-2 text-muted">A new password signs you out, so that you sign in with it once.</p>
    <Button asChild kind="outline" className="mt-4">
      <Link to={paths.changePassword}>Change Password</Link>
    </Button>
  </Card>
)
