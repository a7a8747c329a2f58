import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '#router/link.tsx'
import type { PromoCode } from '@touchline/contract/promo-codes.ts'
import { lazy, Suspense, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { useExpiredSession } from '#session/expired-session.ts'
import { usePageTitle } from '#site/page-title.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Badge, type BadgeLook } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { localDay } from '#ui/dates.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { formatDollars } from '#ui/dollars.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Page } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast-store.ts'
import { discountText, limitTexts } from './discount-text.ts'
import { promoCodeList, promoCodeUses, useEndCode } from './requests.ts'

const EditCodeDialog = lazy(async () => ({
  default: (await import('./edit-code-dialog.tsx')).EditCodeDialog,
}))
const NewCodeDialog = lazy(async () => ({ default: (await import('./new-code-dialog.tsx')).NewCodeDialog }))

export function PromoCodesPage() {
  usePageTitle('Promo Codes')
  const { data } = useQuery(promoCodeList)
  const [isMaking, setMaking] = useState(false)
  const make = (
    <Button aria-haspopup="dialog" onClick={() => setMaking(true)}>
      New Code
    </Button>
  )
  return (
    <Page
      title="Promo Codes"
      lead="Discounts for people who join. A code counts as used when its first month is paid; a start that is not finished holds a use for a day."
      actions={make}
    >
      {data ? (
        data.codes.length === 0 ? (
          <EmptyState title="No codes yet">A new code works as soon as you make it.</EmptyState>
        ) : (
          <ul className="grid gap-4">
            {data.codes.map((code) => (
              <li key={code.code}>
                <CodeCard code={code} />
              </li>
            ))}
          </ul>
        )
      ) : (
        <Skeleton className="h-96" />
      )}
      <Suspense fallback={null}>
        {isMaking ? <NewCodeDialog onClose={() => setMaking(false)} /> : null}
      </Suspense>
    </Page>
  )
}

const states: Record<PromoCode['state'], { text: string; look: BadgeLook }> = {
  active: { text: 'Active', look: 'turf' },
  used_up: { text: 'Used up', look: 'caution' },
  expired: { text: 'Expired', look: 'line' },
  ended: { text: 'Ended', look: 'line' },
}

function CodeCard({ code: promo }: { code: PromoCode }) {
  const { code, campaign, state, redeemed, reserved, maxUses, discountCents, paidCents } = promo
  const { text, look } = states[state]
  const figures = [
    ['Used', maxUses === null ? String(redeemed) : `${redeemed} of ${maxUses}`],
    ['Not finished', String(reserved)],
    ['Given away', formatDollars(discountCents / 100)],
    ['Paid', formatDollars(paidCents / 100)],
  ]
  return (
    <article aria-label={code} className="surface grid gap-3 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="board text-lg font-bold break-all">{code}</h2>
        <Badge look={look}>{text}</Badge>
        <span dir="auto" className="text-sm wrap-anywhere text-muted">
          {campaign}
        </span>
      </div>
      <p>{discountText(promo)}</p>
      <p className="text-sm text-muted empty:hidden">{limitTexts(promo).join(' · ')}</p>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="board text-lg">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-start justify-between gap-3">
        {redeemed > 0 ? (
          <Disclosure label="Who used it" className="grow">
            <UseList code={code} />
          </Disclosure>
        ) : (
          <span />
        )}
        {state === 'ended' ? null : (
          <div className="flex gap-2">
            <EditButton promo={promo} />
            <EndButton code={code} />
          </div>
        )}
      </div>
    </article>
  )
}

function EditButton({ promo }: { promo: PromoCode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        kind="outline"
        aria-label={`Edit ${promo.code}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Edit
      </Button>
      <Suspense fallback={null}>
        {isOpen ? <EditCodeDialog code={promo} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  )
}

function EndButton({ code }: { code: string }) {
  const [isAsking, setAsking] = useState(false)
  const isExpired = useExpiredSession()
  const end = useEndCode()
  const endNow = () =>
    end.mutate(code, {
      onError: (error) => {
        if (isExpired(error)) return
        const description = errorMessage(error, 'The code could not be ended. Please try again.')
        toast({ title: 'Not Ended', description, kind: 'destructive' })
      },
    })
  return (
    <>
      <Button
        kind="outline"
        aria-label={`End ${code}`}
        aria-haspopup="dialog"
        disabled={end.isPending}
        onClick={() => setAsking(true)}
      >
        End
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`End ${code}?`}
        description="It works for no one from now on and cannot be started again. Members who used it keep their discount."
        confirmLabel="End Code"
        onConfirm={endNow}
      />
    </>
  )
}

function UseList({ code }: { code: string }) {
  const query = useInfiniteQuery(promoCodeUses(code))
  if (query.isError && !query.data)
    return <NotLoaded onRetry={query.refetch}>The list could not be loaded.</NotLoaded>
  if (!query.data) return <Skeleton className="h-24" />
  return (
    <>
      <ul className="divide-y divide-line">
        {query.data.pages
          .flatMap(({ uses }) => uses)
          .map(({ id, person, usedAt, discountCents, paidCents, isMember }) => (
            <li key={id} className="grid gap-1 py-3 text-sm">
              <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
                {person ? (
                  <Link to={paths.adminPerson} params={{ personId: person.id }} className="underline">
                    <bdi>{person.name}</bdi>
                  </Link>
                ) : (
                  'A deleted account'
                )}
                <Badge>{isMember ? 'Member' : 'Left'}</Badge>
              </p>
              <p className="text-muted">
                {localDay(usedAt)}, {formatDollars(discountCents / 100)} off, {formatDollars(paidCents / 100)}{' '}
                paid
              </p>
            </li>
          ))}
      </ul>
      <MoreButton query={query}>Load More People</MoreButton>
    </>
  )
}
