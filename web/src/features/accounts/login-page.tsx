import { useTexts } from '#site/site.ts'
import { disclaimer } from '@touchline/content/site.ts'
import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSlots } from '#slots.ts'
import { Button } from '#ui/button.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'
import { OfficialCard } from '#ui/official-card.tsx'
import { AccountFrame } from './account-frame.tsx'
import { LoginForm } from './login-form.tsx'

export function LoginPage() {
  const { contactSupport } = useSlots()
  const { promoTitle, promo } = useTexts().joining.login
  usePageTitle('Welcome Back')
  return (
    <AccountFrame title="Welcome Back">
      {promoTitle ? (
        <aside className="mt-5 flex items-center gap-4 rounded-card border border-line bg-bench px-5 py-4">
          <OfficialCard colour="green" className="text-lg" />
          <div>
            <p className="font-semibold">{promoTitle}</p>
            <p className="text-sm text-muted">{promo}</p>
          </div>
        </aside>
      ) : null}
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
        Trouble signing in?{' '}
        <DialogButton kind="link" dialog={contactSupport}>
          Contact support
        </DialogButton>
      </p>
      <p className="mt-6 text-xs text-muted">{disclaimer}</p>
    </AccountFrame>
  )
}
