import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { list, type PromoCode } from '@touchline/contract/promo-codes.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { usePageTitle } from '#site/page-title.ts'
import { useSite } from '#site/site.ts'
import { Button } from '#ui/button.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { Page } from '#ui/page.tsx'
import { showInvalidCode } from './invalid-code-toast.ts'
import { PromoBox } from './promo-box.tsx'
import type { AppliedCode } from './promo-code.ts'
import { validatePromoCode } from './requests.ts'

const promoCodeList = queryOptions({
  queryKey: ['promo-codes', 'list'] as const,
  queryFn: ({ signal }) => call(list, { signal }),
  throwOnError: false,
})

export function PromoTestPage() {
  usePageTitle('Promo Test')
  const { data } = useQuery(promoCodeList)
  const active = data?.codes.filter(({ state }) => state === 'active').toReversed() ?? []
  const [applied, setApplied] = useState<AppliedCode | null>(null)
  const check = useMutation({
    mutationFn: validatePromoCode,
    onSuccess: setApplied,
    onError: (error) => {
      setApplied(null)
      showInvalidCode(error)
    },
  })
  return (
    <Page
      title="Promo Test"
      lead="Try a promo code and see what a new member would pay. No one is charged."
      className="grid content-start gap-6"
      rail={<FirstPayment applied={applied} />}
    >
      {active.length > 0 ? (
        <TestCodes
          codes={active.slice(-12)}
          checking={check.isPending ? check.variables : null}
          onTry={check.mutate}
        />
      ) : null}
      <PromoBox applied={applied} onChange={setApplied} />
    </Page>
  )
}

type TestCodesProps = { codes: PromoCode[]; checking: string | null; onTry: (code: string) => void }

const discountOf = ({ percentOff, amountOffCents }: PromoCode) =>
  percentOff === null ? `$${(amountOffCents ?? 0) / 100} off` : `${percentOff}% off`

/** One press tries one of the newest active codes. */
function TestCodes({ codes, checking, onTry }: TestCodesProps) {
  return (
    <section aria-labelledby="test-codes" className="surface grid gap-4 p-5">
      <h2 id="test-codes" className="text-xl">
        Test codes
      </h2>
      <ul className="grid gap-3 sm:grid-cols-3">
        {codes.map((promo) => {
          const { code } = promo
          return (
            <li key={code}>
              <Button
                kind="outline"
                wide
                disabled={checking !== null}
                aria-describedby={`off-${code}`}
                onClick={() => onTry(code)}
              >
                <span className="board">{checking === code ? 'Trying...' : code}</span>
              </Button>
              <p id={`off-${code}`} className="mt-1 text-center text-sm text-muted">
                {discountOf(promo)}
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The price of the first month with the code on trial. */
function FirstPayment({ applied }: { applied: AppliedCode | null }) {
  const { price } = useSite()
  const lines = [
    ['Price', formatDollars(price)],
    ...(applied ? [[`Code ${applied.code}`, `−${formatDollars(applied.discountAmount)}`]] : []),
    ['Final price', formatDollars(applied ? applied.finalPrice : price)],
    ...(applied ? [['Every month after that', formatDollars(applied.renewalPrice)]] : []),
  ]
  return (
    <section aria-labelledby="first-payment" className="surface self-start p-5 max-lg:mt-6">
      <h2 id="first-payment" className="text-xl">
        First payment
      </h2>
      <dl className="mt-4 grid gap-2" aria-live="polite">
        {lines.map(([label, amount]) => (
          <div key={label} className="flex items-baseline justify-between gap-4">
            <dt className="min-w-0 break-all text-muted">{label}</dt>
            <dd className="board font-semibold">{amount}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
