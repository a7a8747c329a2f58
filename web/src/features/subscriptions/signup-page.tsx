import { Link } from '#router/link.tsx'
import { ArrowLeft } from 'lucide-react'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSite, useTexts } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { Logo } from '#ui/logo.tsx'
import { PlatinumCard } from '#ui/platinum-card.tsx'
import { BenefitList, shownFirst, SignupBenefits } from './signup-benefits.tsx'
import { SignupForm } from './signup-form.tsx'

export function SignupPage() {
  const { joining, benefits } = useTexts()
  usePageTitle(joining.signup.title)
  const { name, price } = useSite()
  return (
    <main
      id="main"
      className="mx-auto grid w-full max-w-wide gap-9 px-4 py-6 sm:px-6 lg:grid-cols-[1fr_23rem] lg:gap-20"
    >
      <div>
        <div className="flex items-center justify-between gap-4">
          <Button asChild kind="quiet" className="-ml-2.5 sm:-ml-5">
            <Link to={paths.home}>
              <ArrowLeft size={18} aria-hidden /> Back
            </Link>
          </Button>
          <Link to={paths.home} className="flex py-2 lg:hidden">
            <Logo name={name} />
          </Link>
        </div>
        <p className="lettering mt-9 text-sm text-turf">First half</p>
        <h1 className="mt-2 text-3xl sm:text-[2.75rem]">{joining.signup.title}</h1>
        <p className="measure mt-3 text-lg text-muted">{joining.signup.lead}</p>
        <div className="mt-4 mb-6 flex items-center gap-4 lg:hidden">
          <PlatinumCard title="Membership" className="w-32 shrink-0 p-3! [&_.display]:text-xs">
            <p className="board text-lg leading-none font-bold">{formatDollars(price)}</p>
            <p className="text-xs">per month</p>
          </PlatinumCard>
          <div>
            <BenefitList lines={benefits.items.slice(0, shownFirst)} />
            <p className="mt-3 text-sm text-muted">Cancel any time.</p>
          </div>
        </div>
        <div className="lg:mt-9">
          <SignupForm />
        </div>
        <p className="mt-6 text-sm text-muted">
          Already a member?{' '}
          <Button asChild kind="link">
            <Link to={paths.login}>Sign In</Link>
          </Button>
        </p>
      </div>
      <SignupBenefits />
    </main>
  )
}
