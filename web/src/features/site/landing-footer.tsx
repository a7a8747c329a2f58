import { disclaimer } from '@touchline/content/site.ts'
import { Link } from '#router/link.tsx'
import { lazy, type ReactNode, Suspense } from 'react'
import { paths } from '#paths.ts'
import { useSite } from '#site/site.ts'
import { useSlots } from '#slots.ts'
import { Button } from '#ui/button.tsx'
import { DialogButton, type LazyDialog } from '#ui/dialog-button.tsx'
import { Logo } from '#ui/logo.tsx'
import { Touchline } from '#ui/touchline.tsx'
import { useIsHydrated } from '#ui/use-is-hydrated.ts'

const ThemeSwitch = lazy(async () => ({ default: (await import('#ui/theme-switch.tsx')).ThemeSwitch }))

type LegalPath = typeof paths.terms | typeof paths.privacy | typeof paths.rules | typeof paths.influencerInfo

function FooterLink({ to, children }: { to: LegalPath; children: ReactNode }) {
  return (
    <Button asChild kind="link" className="min-h-11!">
      <Link to={to}>{children}</Link>
    </Button>
  )
}

function ReadHere({ title, dialog }: { title: string; dialog: LazyDialog<object> }) {
  return (
    <DialogButton
      dialog={dialog}
      kind="quiet"
      className="px-2! text-muted"
      aria-label={`Read here: ${title}`}
    >
      Read here
    </DialogButton>
  )
}

export function LandingFooter() {
  const { contactUs, terms, privacy } = useSlots()
  const { name } = useSite()
  return (
    <footer className="mx-auto w-full max-w-wide px-6 pb-9">
      <Touchline />
      <div className="mt-9 flex flex-wrap items-start justify-between gap-9">
        <div className="max-w-[34rem]">
          <Logo name={name} />
          <p className="mt-4 text-sm text-muted">{disclaimer}</p>
        </div>
        <nav aria-label="Footer" className="grid justify-items-start">
          <FooterLink to={paths.influencerInfo}>About the Influencer</FooterLink>
          <div className="flex flex-wrap items-center gap-x-3">
            <FooterLink to={paths.terms}>Terms of Service</FooterLink>
            <ReadHere title="Terms of Service" dialog={terms} />
          </div>
          <div className="flex flex-wrap items-center gap-x-3">
            <FooterLink to={paths.privacy}>Privacy Policy</FooterLink>
            <ReadHere title="Privacy Policy" dialog={privacy} />
          </div>
          <FooterLink to={paths.rules}>Community Rules</FooterLink>
          <div className="mt-3 flex items-center gap-3">
            <DialogButton kind="outline" dialog={contactUs}>
              Contact Us
            </DialogButton>
            {useIsHydrated() ? (
              <Suspense fallback={null}>
                <ThemeSwitch />
              </Suspense>
            ) : null}
          </div>
        </nav>
      </div>
    </footer>
  )
}
