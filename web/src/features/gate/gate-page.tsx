import { lazy, type SubmitEvent, Suspense, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSite, useTexts } from '#site/site.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Logo } from '#ui/logo.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { toast } from '#ui/toast-store.ts'
import { useIsHydrated } from '#ui/use-is-hydrated.ts'
import { maySubmit, refusalOf } from './try-code.ts'

// Most gates have neither.
const Opening = lazy(async () => ({ default: (await import('./opening.tsx')).Opening }))
const WaitlistForm = lazy(async () => ({ default: (await import('./waitlist-form.tsx')).WaitlistForm }))

/** Half a pitch behind the gate; on narrow screens only the centre circle remains. */
function GatePitch() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 800 900"
      preserveAspectRatio="xMaxYMid slice"
      className="absolute inset-y-0 right-0 -z-10 h-full w-full fill-none stroke-line stroke-[2.5] [mask:radial-gradient(60%_50%_at_70%_45%,#000_60%,transparent)] max-lg:translate-x-[22%] max-lg:translate-y-[30%] lg:w-[52%]"
    >
      <path pathLength="1" className="chalk-in" d="M800 450m-190 0a190 190 0 1 0 380 0a190 190 0 1 0-380 0" />
      <path pathLength="1" className="chalk-in" d="M800-20v940" />
      <g className="max-lg:hidden">
        <path pathLength="1" className="chalk-in" d="M120 -20v940M120 170h250v560h-250" />
        <path pathLength="1" className="chalk-in" d="M120 330h90v240h-90M370 370a110 110 0 0 1 0 160" />
        <circle cx="300" cy="450" r="3" className="fill-line" />
      </g>
    </svg>
  )
}

export function GatePage({ onUnlock }: { onUnlock: () => void }) {
  const { name, creator, gate: entry } = useSite()
  const { gate } = useTexts()
  // The server does not wait for what is loaded on demand.
  const isHydrated = useIsHydrated()
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  usePageTitle()

  async function tryCode(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.querySelector('input')
    if (!maySubmit(code, isBusy)) return
    setBusy(true)
    setFailure(null)
    try {
      const description = await refusalOf(code)
      if (description === null) {
        toast({ title: 'Welcome!', description: `Access granted to ${name}`, kind: 'success' })
        onUnlock()
        return
      }
      toast({ title: 'Access Denied', description, kind: 'destructive' })
      setFailure(description)
      setCode('')
      // The pressed button cannot keep the focus because it is disabled until the code changes.
      field?.focus()
    } catch (error) {
      const description = errorMessage(error, 'The gate is not responding. Please try again in a moment.')
      toast({ title: 'Error', description, kind: 'destructive' })
      setFailure(description)
    }
    setBusy(false)
  }

  return (
    <main
      id="main"
      className="relative isolate flex min-h-dvh flex-col overflow-hidden px-6 py-8 sm:px-14 sm:py-12"
    >
      <GatePitch />
      <div className="flex items-center justify-between gap-4">
        <Logo name={name} />
        <Badge look="caution">COMING SOON</Badge>
      </div>
      <div className="my-auto grid gap-9 py-14 lg:max-w-[34rem]">
        <div>
          <p dir="auto" className="lettering mb-4 text-sm text-turf empty:hidden">
            {creator.name}
          </p>
          <h1 className="display text-hero">{gate.headline}</h1>
          <p className="mt-5 text-lg text-muted">{gate.lead}</p>
        </div>
        <form onSubmit={(event) => void tryCode(event)} className="grid gap-3">
          <div className="flex flex-col gap-3 sm:flex-row">
            <div className="flex-1">
              <PasswordInput
                called="access code"
                aria-label="Access code"
                aria-invalid={failure ? true : undefined}
                placeholder="Enter access code..."
                autoComplete="off"
                className="min-h-13!"
                maxLength={200}
                value={code}
                readOnly={isBusy}
                onChange={(event) => setCode(event.target.value)}
              />
            </div>
            <Button type="submit" size="large" disabled={!maySubmit(code, isBusy)}>
              {isBusy ? 'Unlocking...' : `Enter ${name}`}
            </Button>
          </div>
          <FormError leavesFocus>{failure}</FormError>
        </form>
        {isHydrated ? (
          <Suspense fallback={null}>
            {entry.opensAt ? <Opening opensAt={entry.opensAt} /> : null}
            {entry.hasWaitlist ? <WaitlistForm /> : null}
          </Suspense>
        ) : null}
      </div>
      <ul className="grid gap-x-6 gap-y-4 border-t-2 border-line pt-5 sm:grid-cols-2 lg:grid-cols-4">
        {gate.perks.map(({ title, text }) => (
          <li key={title}>
            <h2 className="lettering text-sm">{title}</h2>
            <p className="text-sm text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </main>
  )
}
