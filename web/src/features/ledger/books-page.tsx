import { useNavigate, useSearch } from '#router/router-provider.tsx'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { AlertsSection } from './alerts-section.tsx'
import { toBooksSearch } from './books-search.ts'
import { BalanceChecksSection } from './balance-checks-section.tsx'
import { PaymentsSection } from './payments-section.tsx'
import { Page } from '#ui/page.tsx'

export function BooksPage() {
  usePageTitle('Books')
  const navigate = useNavigate()
  const { search = '', refund = false } = useSearch(toBooksSearch)
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
    </Page>
  )
}
