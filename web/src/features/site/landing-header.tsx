import { Link } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { useSite } from '#session/site.ts'
import { Button } from '#ui/button.tsx'
import { Logo } from '#ui/logo.tsx'

/** Logo, Sign In and Join Now. */
export function LandingHeader() {
  const { name } = useSite()
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-pitch">
      <div className="mx-auto flex h-18 max-w-wide items-center justify-between gap-2 px-3 min-[22.5rem]:px-4 sm:px-6">
        <Link to={paths.home} className="flex py-2 max-[22.5rem]:[&_.display]:text-base">
          <Logo name={name} />
        </Link>
        <nav aria-label="Account" className="flex items-center gap-1 sm:gap-3">
          <Button asChild kind="quiet" className="px-2! min-[22.5rem]:px-3! sm:px-5!">
            <Link to={paths.login}>Sign In</Link>
          </Button>
          <Button asChild kind="chalk" className="px-2.5! min-[22.5rem]:px-3.5! sm:px-5!">
            <Link to={paths.signup}>Join Now</Link>
          </Button>
        </nav>
      </div>
    </header>
  )
}
