import { useInfiniteQuery } from '@tanstack/react-query'
import { supportStates, type SupportState } from '@touchline/contract/support.ts'
import { useState } from 'react'
import { usePageTitle } from '#site/page-title.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { Select } from '#ui/select.tsx'
import { NotLoaded } from '#ui/list-parts.tsx'
import { MoreButton } from '#ui/more-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Page } from '#ui/page.tsx'
import { MessageLine } from './message-line.tsx'
import { messageList } from './requests.ts'

const stateNames: Record<SupportState, string> = { open: 'Open', closed: 'Closed' }

export function SupportPage() {
  usePageTitle('Support')
  const [state, setState] = useState<SupportState>('open')
  const [search, setSearch] = useState('')
  const [shownId, setShownId] = useState<string | null>(null)
  const query = useInfiniteQuery(messageList({ state, search }))
  const messages = query.data?.pages.flatMap((page) => page.messages)
  return (
    <Page
      title="Support"
      lead="What people wrote to support. Open messages are waiting for an answer, oldest first."
    >
      <div className="mb-6 grid grid-cols-1 gap-3 sm:grid-cols-[1fr_12rem]">
        <SearchField
          label="Search messages"
          placeholder="Search by name, address or words..."
          value={search}
          onSearch={setSearch}
        />
        <Select
          aria-label="Which messages"
          value={state}
          onChange={({ target }) => setState(supportStates.find((one) => one === target.value) ?? 'open')}
        >
          {supportStates.map((one) => (
            <option key={one} value={one}>
              {stateNames[one]}
            </option>
          ))}
        </Select>
      </div>
      {messages ? (
        messages.length === 0 ? (
          <EmptyState title="No messages">
            {search
              ? `No message says “${search}”.`
              : state === 'open'
                ? 'No one is waiting.'
                : 'Nothing has been closed yet.'}
          </EmptyState>
        ) : (
          <ul className="grid grid-cols-1 gap-3">
            {messages.map((message) => (
              <li key={message.id}>
                <MessageLine
                  message={message}
                  isShown={message.id === shownId}
                  onToggle={() => setShownId(message.id === shownId ? null : message.id)}
                />
              </li>
            ))}
          </ul>
        )
      ) : query.isError ? (
        <NotLoaded onRetry={query.refetch}>The messages could not be loaded.</NotLoaded>
      ) : (
        <Skeleton className="h-60" />
      )}
      <div className="mt-6 text-center empty:hidden">
        <MoreButton query={query}>More Messages</MoreButton>
      </div>
    </Page>
  )
}
