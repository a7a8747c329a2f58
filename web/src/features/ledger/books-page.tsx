import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { AlertsSection } from './alerts-section.tsx'
import { toBooksSearch } from './books-search.ts'
import { BalanceChecksSection } from './balance-checks-section.tsx'
import { PaymentsSection } from './payments-section.tsx'
import { useQuery } from '@tanstack/react-query'
import { dateAndTime } from '#ui/dates.ts'
import { Page } from '#ui/page.tsx'
import { promoCodeList } from './requests.ts'

/** How often each promotion code was used; hidden while none was. */
function PromoCodesSection() {
  const { data } = useQuery(promoCodeList)
  if (!data || data.codes.length === 0) return null
  return (
    <section aria-labelledby="promo-codes-title" className="mt-12">
      <h2 id="promo-codes-title" className="text-2xl">
        Promo Codes
      </h2>
      <ul className="mt-5 grid gap-3">
        {data.codes.map(({ code, redeemed, reserved, lastUsedAt }) => (
          <li
            key={code}
            className="surface flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 p-5"
          >
            <span className="board font-bold break-all">{code}</span>
            <span className="text-sm text-muted">
              Used {redeemed} {redeemed === 1 ? 'time' : 'times'}
              {reserved > 0 ? `, ${reserved} not finished` : ''} · last on {dateAndTime(lastUsedAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function BooksPage() {
  usePageTitle('Books')
  const navigate = useNavigate()
  const { search = '', refund = false } = useSearch({ from: '/members/admins/admin/books' })
  const look = (text: string) => {
    const to = { to: paths.books, search: toBooksSearch({ search: text }) }
    void navigate({ ...to, replace: true, resetScroll: false, viewTransition: false })
  }
  const searchFor = (text: string) => {
    if (text !== search) look(text)
  }
  return (
    <Page
      title="Books"
      lead="Every cent that came in, whose it is and where it went. Nothing in here can be changed, only added to."
    >
      <BalanceChecksSection />
      <AlertsSection />
      <PaymentsSection
        search={search}
        onSearch={searchFor}
        isRefundWanted={refund}
        onRefundClosed={() => look(search)}
      />
      <PromoCodesSection />
    </Page>
  )
}
