import { disclaimer } from '@touchline/content/site.ts'
import { joiningWords } from '@touchline/content/joining-words.ts'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#paths.ts'
import { usePageTitle } from '#session/page-title.ts'
import { useSite } from '#session/site.ts'
import { Button } from '#ui/button.tsx'
import { Logo } from '#ui/logo.tsx'
import { OfficialCard } from '#ui/official-card.tsx'
import { LoginForm } from './login-form.tsx'

/** Where members sign in. `contact` is the link that opens the contact dialog. */
export function LoginPage({ contact }: { contact: ReactNode }) {
  usePageTitle('Welcome Back')
  const { name } = useSite()
  return (
    <main id="main" className="relative isolate grid flex-1 justify-items-center overflow-hidden px-4 py-6">
      <svg
        aria-hidden
        viewBox="0 0 800 800"
        preserveAspectRatio="xMidYMin slice"
        className="absolute inset-0 -z-10 size-full fill-none stroke-line stroke-2"
      >
        <path d="M60 -10v360h680v-360M290 350a130 130 0 0 0 220 0" />
      </svg>
      <div className="w-full max-w-[26rem]">
        <div className="flex items-center justify-between gap-4">
          <Button asChild kind="quiet" className="-ml-5">
            <Link to={paths.home}>
              <ArrowLeft size={18} aria-hidden /> Back
            </Link>
          </Button>
          <Link to={paths.home} className="flex py-2">
            <Logo name={name} />
          </Link>
        </div>
        <h1 className="mt-12 text-3xl">Welcome Back</h1>
        <aside className="mt-5 flex items-center gap-4 rounded-card border border-line bg-bench px-5 py-4">
          <OfficialCard colour="green" className="text-lg" />
          <div>
            <p className="font-semibold">{joiningWords.login.promoTitle}</p>
            <p className="text-sm text-muted">{joiningWords.login.promo}</p>
          </div>
        </aside>
        <section aria-label="Sign in" className="surface mt-4 p-5 sm:p-8">
          <LoginForm />
          <p className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5 text-sm">
            <span className="text-muted">Not a member yet?</span>
            <Button asChild kind="outline">
              <Link to={paths.signup}>Join Now</Link>
            </Button>
          </p>
        </section>
        <p className="mt-6 flex flex-wrap items-center gap-x-2 text-sm text-muted">
          Trouble signing in? {contact}
        </p>
        <p className="mt-6 text-xs text-muted">{disclaimer}</p>
      </div>
    </main>
  )
}
