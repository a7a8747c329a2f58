import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { Tip } from '@touchline/contract/tips.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { ReceivedTips } from './received-tips.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const party = {
  id: 'p',
  firstName: null,
  lastName: null,
  email: null,
  profileImageUrl: null,
  isMainInfluencer: false,
}
const tip: Tip = {
  id: 'tip',
  amount: 5,
  status: 'completed',
  message: null,
  postId: null,
  isAcknowledged: false,
  createdAt: '2027-01-05T12:00:00.000Z',
}

const shown: [string, Tip, string[], absent: string[]][] = [
  [
    'a sender without a name by their address',
    { ...tip, fromUser: { ...party, email: 'nadia@club.example' } },
    ['nadia@club.example', '$5.00', 'Completed', 'Heart'],
    ['Anonymous', 'Acknowledged'],
  ],
  ['an unknown sender as Anonymous', tip, ['Anonymous', 'Completed'], ['Acknowledged']],
  [
    'an influencer with their badge',
    { ...tip, fromUser: { ...party, firstName: 'Iris', isMainInfluencer: true } },
    ['Iris', 'Verified'],
    [],
  ],
  [
    'a tip that is not settled as pending, with nothing to heart',
    { ...tip, status: 'processing' },
    ['Pending'],
    ['Completed', 'Heart'],
  ],
  ['one that was hearted', { ...tip, isAcknowledged: true }, ['Acknowledged', 'Hearted'], []],
]

const pressed = { onMore: vi.fn<() => Promise<void>>(), onClear: vi.fn<() => void>() }

/** Renders the received tips, out of `total`. */
async function openTips(
  tips: Tip[],
  {
    total = tips.length,
    search = '',
    searchedNewest = undefined as number | undefined,
    isFetchNextPageError = false,
  } = {},
) {
  const user = { id: 'c', email: 'c@club.example', role: 'creator', hasAccess: true, firstName: 'Sam' }
  stop = await servePage((_request, response) => response.end(JSON.stringify(user)))
  const query = {
    hasNextPage: total > tips.length,
    isFetchingNextPage: false,
    isFetchNextPageError,
    fetchNextPage: pressed.onMore,
  }
  openPage(() => (
    <ReceivedTips
      tips={tips}
      isOfLastSearch={false}
      total={total}
      search={search}
      searchedNewest={searchedNewest}
      query={query}
      onClear={pressed.onClear}
    />
  ))
}

it.each(shown)('shows %s [TREC-2]', async (_what, one, present, absent) => {
  await openTips([one])
  const card = await screen.findByRole('article')
  for (const words of present) expect(card.textContent).toContain(words)
  for (const words of absent) expect(card.textContent).not.toContain(words)
})

const tipOf = (firstName: string) => ({ ...tip, id: firstName, fromUser: { ...party, firstName } })

it('names the sender on each heart button [TREC-2]', async () => {
  await openTips([tipOf('Iris'), tipOf('Nadia')])
  expect(await screen.findByRole('button', { name: 'Heart Iris' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Heart Nadia' })).toBeTruthy()
})

it('shows an empty state without tips [TREC-3]', async () => {
  await openTips([])
  expect(await screen.findByRole('heading', { name: 'No tips yet' })).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('shows an empty search result and clears the search [TREC-3]', async () => {
  await openTips([], { search: 'offside' })
  expect(await screen.findByRole('heading', { name: 'No tips found' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Clear Search' }))
  expect(pressed.onClear).toHaveBeenCalledOnce()
})

it('counts shown tips and loads more [TREC-3]', async () => {
  await openTips([tip], { total: 3, search: 'save' })
  expect(await screen.findByText('Showing 1 of 3 tips matching “save”')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Load More Tips' }))
  expect(pressed.onMore).toHaveBeenCalledOnce()
  cleanup()
  await stop()
  await openTips([tip])
  expect(await screen.findByText('Showing 1 of 1 tips')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Load More Tips' })).toBeNull()
})

it('says that a short search covers the newest tips only [TREC-3]', async () => {
  await openTips([], { search: 'ok', searchedNewest: 10_000 })
  expect(
    await screen.findByText(
      'None of the newest 10,000 tips says “ok”. Search for three letters or more to find older ones.',
    ),
  ).toBeTruthy()
  cleanup()
  await stop()
  await openTips([tip], { search: 'ok', searchedNewest: 10_000 })
  expect(
    await screen.findByText(
      'Showing 1 of 1 tips matching “ok” among the newest 10,000. Search for three letters or more to find older ones.',
    ),
  ).toBeTruthy()
})

it('shows a load error with a retry button [TREC-3]', async () => {
  await openTips([tip], { total: 3, isFetchNextPageError: true })
  expect((await screen.findByRole('alert')).textContent).toBe('More could not be loaded.')
  fireEvent.click(screen.getByRole('button', { name: 'Load More Tips' }))
  expect(pressed.onMore).toHaveBeenCalled()
})
