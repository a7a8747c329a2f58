import { useNavigate, useSearch } from '@tanstack/react-router'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { AlertsSection } from './alerts-section.tsx'
import { toBooksSearch } from './books-search.ts'
import { BalanceChecksSection } from './balance-checks-section.tsx'
import { PaymentsSection } from './payments-section.tsx'
import { PromoCodesSection } from './promo-codes-section.tsx'

/** The books for admins: balance checks, alerts and payments. */
export function BooksPage() {
  usePageTitle('Books')
  const navigate = useNavigate()
  const { search = '', refund = false } = useSearch({ from: '/members/admin/books' })
  const look = (text: string) => {
    const to = { to: paths.books, search: toBooksSearch({ search: text }) }
    void navigate({ ...to, replace: true, resetScroll: false, viewTransition: false })
  }
  const searchFor = (text: string) => {
    if (text !== search) look(text)
  }
  return (
    <main id="main" className="mx-auto w-full max-w-report flex-1 px-4 py-9 sm:px-6 sm:py-14">
      <h1 className="text-3xl">Books</h1>
      <p className="mt-2 measure text-muted">
        Every cent that came in, whose it is and where it went. Nothing in here can be changed, only added to.
      </p>
      <BalanceChecksSection />
      <AlertsSection />
      <PaymentsSection
        search={search}
        onSearch={searchFor}
        isRefundWanted={refund}
        onRefundClosed={() => look(search)}
      />
      <PromoCodesSection />
    </main>
  )
}
