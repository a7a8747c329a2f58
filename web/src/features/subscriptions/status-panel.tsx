import type { SubscriptionStatus } from '@touchline/contract/subscriptions.ts'
import type { ReactNode } from 'react'
import { OfficialCard } from '#ui/official-card.tsx'
import { noAccessStatus } from '#people/membership-status.ts'
import { ContactButton } from './contact-button.tsx'

type Props = {
  status: Pick<SubscriptionStatus, 'subscriptionState' | 'message' | 'userMessage' | 'showContactSupport'>
  children?: ReactNode
}

const rules: Record<string, string> = {
  blue: 'border-t-review',
  yellow: 'border-t-caution-fill',
  red: 'border-t-dismissal',
  violet: 'border-t-heart',
}

export function StatusPanel({ status, children }: Props) {
  const { colour, word } = noAccessStatus(status.subscriptionState)
  return (
    <section
      data-state={status.subscriptionState}
      data-colour={colour}
      aria-labelledby="status-title"
      className={`surface mx-auto grid w-full max-w-[36rem] justify-items-center border-t-4 p-6 text-center sm:p-10 ${rules[colour] ?? ''}`}
    >
      <OfficialCard colour={colour} className="mb-6 text-[3rem]" />
      <p className="lettering text-sm text-muted">{word}</p>
      <h1 id="status-title" className="mt-2 text-2xl sm:text-3xl">
        {status.message}
      </h1>
      <p className="measure mt-4 text-muted">{status.userMessage}</p>
      <div className="mt-9 flex flex-wrap justify-center gap-3 empty:hidden">
        {children}
        {status.showContactSupport ? <ContactButton /> : null}
      </div>
    </section>
  )
}
