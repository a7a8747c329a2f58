import { useInfiniteQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '#router/router-provider.tsx'
import { auditActions } from '@touchline/contract/audit.ts'
import { paths } from '#paths.ts'
import { usePageTitle } from '#site/page-title.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ActList } from './act-list.tsx'
import { actText } from './act-text.ts'
import { type AuditSearch, toAuditSearch } from './audit-search.ts'
import { auditLog } from './requests.ts'
import { Input } from '#ui/input.tsx'
import { useTypedSearch } from '#ui/use-typed-search.ts'
import { Page } from '#ui/page.tsx'

type Props = { label: string; value: string; onSearch: (day: string) => void }

/** A date filter. Debounced like a search box, because the year is typed digit by digit. */
function DayField({ label, value, onSearch }: Props) {
  const { typed, change } = useTypedSearch(value, onSearch)
  return (
    <Field label={label}>
      {(control) => (
        <Input {...control} type="date" value={typed} onChange={({ target }) => change(target.value)} />
      )}
    </Field>
  )
}

const byWords = auditActions
  .map((action) => ({ action, label: actText(action) }))
  .toSorted((one, other) => one.label.localeCompare(other.label))

export function AuditPage() {
  usePageTitle('Audit Log')
  const router = useRouter()
  const search = useSearch(toAuditSearch)
  const query = useInfiniteQuery(auditLog(search))
  const entries = query.isError && !query.data ? [] : query.data?.pages.flatMap((page) => page.entries)
  const look = (next: Record<keyof AuditSearch, string> | { [Name in keyof AuditSearch]?: string }) =>
    void router.navigate({
      to: paths.audit,
      search: toAuditSearch({ ...router.latest().search, ...next }),
      replace: true,
      resetScroll: false,
      viewTransition: false,
    })
  const isNarrowed = Object.keys(search).length > 0
  return (
    <Page
      title="Audit Log"
      lead="What staff did about people and money, and whose accounts they opened. Lines can only be added: no one can change or remove one."
    >
      <search>
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <SearchField
            isPart
            label="About whom"
            placeholder="About: email address..."
            value={search.person ?? ''}
            onSearch={(person) => look({ person })}
          />
          <SearchField
            isPart
            label="By whom"
            placeholder="By: email address..."
            value={search.actor ?? ''}
            onSearch={(actor) => look({ actor })}
          />
        </div>
        <div className="mt-3 grid grid-cols-1 items-end gap-3 sm:grid-cols-[1fr_auto_auto]">
          <Field label="What">
            {(control) => (
              <Select
                {...control}
                value={search.action ?? ''}
                onChange={({ target }) => look({ action: target.value })}
              >
                <option value="">Everything</option>
                {byWords.map(({ action, label }) => (
                  <option key={action} value={action}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <DayField label="From" value={search.from ?? ''} onSearch={(from) => look({ from })} />
          <DayField label="To" value={search.to ?? ''} onSearch={(to) => look({ to })} />
        </div>
        {isNarrowed ? (
          <Button
            kind="link"
            className="mt-3"
            onClick={() => look({ person: '', actor: '', action: '', from: '', to: '' })}
          >
            Show everything
          </Button>
        ) : null}
      </search>
      <div className="mt-6" aria-busy={query.isPlaceholderData}>
        {!entries || (query.isPlaceholderData && entries.length === 0) ? (
          <Skeleton className="h-72" />
        ) : entries.length === 0 ? (
          <EmptyState title="Nothing recorded">
            {isNarrowed ? 'Nothing matches your search.' : 'What staff do from now on appears here.'}
          </EmptyState>
        ) : (
          <ActList entries={entries} />
        )}
      </div>
      <div className="mt-5 text-center empty:hidden">
        <MoreButton query={query} />
      </div>
    </Page>
  )
}
