import { Link } from '#router/link.tsx'
import { clsx } from 'clsx'
import { type PlainPath, paths } from '#paths.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { useSlots } from '#slots.ts'
import { Button } from '#ui/button.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'

const texts: { path: PlainPath; label: string }[] = [
  { path: paths.influencerInfo, label: 'About the Influencer' },
  { path: paths.terms, label: 'Terms of Service' },
  { path: paths.privacy, label: 'Privacy Policy' },
  { path: paths.rules, label: 'Community Rules' },
]

type Props = { className?: string; onChoose?: () => void }

export function SiteLinks({ className, onChoose }: Props) {
  const viewer = useSignedInViewer()
  const { contactUs } = useSlots()
  const from = {
    name: [viewer.firstName, viewer.lastName].filter(Boolean).join(' '),
    email: viewer.email,
  }
  return (
    <ul className={clsx('flex flex-wrap items-center gap-x-6', className)}>
      <li>
        <DialogButton kind="link" className="min-h-11! text-muted" dialog={contactUs} given={{ from }}>
          Contact Us
        </DialogButton>
      </li>
      {texts.map(({ path, label }) => (
        <li key={path}>
          <Button asChild kind="link" className="min-h-11! text-muted">
            <Link to={path} onClick={onChoose}>
              {label}
            </Link>
          </Button>
        </li>
      ))}
    </ul>
  )
}

export function SiteFoot() {
  return (
    <footer className="mt-auto print:hidden">
      <nav aria-label="Footer" className="mx-auto w-full max-w-wide px-4 py-6 sm:px-6">
        <SiteLinks className="border-t border-line pt-4" />
      </nav>
    </footer>
  )
}
