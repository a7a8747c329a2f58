import { cleanup, screen } from '@testing-library/react'
import type { Tip } from '@touchline/contract/tips.ts'
import { afterEach, expect, it } from 'vitest'
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
  ['a sender nobody knows as Anonymous', tip, ['Anonymous', 'Completed'], ['Acknowledged']],
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

async function openList(tips: Tip[]) {
  const user = { id: 'c', email: 'c@club.example', role: 'creator', hasAccess: true, firstName: 'Sam' }
  stop = await servePage((_request, response) => response.end(JSON.stringify(user)))
  const more = { hasMore: false, isLoading: false, onMore: () => undefined, onClear: () => undefined }
  openPage(() => <ReceivedTips tips={tips} isOfLastSearch={false} total={tips.length} search="" {...more} />)
}

it.each(shown)('shows %s [TREC-2]', async (_what, one, present, absent) => {
  await openList([one])
  const card = await screen.findByRole('article')
  for (const words of present) expect(card.textContent).toContain(words)
  for (const words of absent) expect(card.textContent).not.toContain(words)
})

it('says with each heart whose tip it is for [TREC-2]', async () => {
  const tips = ['Iris', 'Nadia'].map((firstName) => ({
    ...tip,
    id: firstName,
    fromUser: { ...party, firstName },
  }))
  await openList(tips)
  const hearts = await screen.findAllByRole('button', { name: 'Heart' })
  const said = hearts.map((heart) => document.getElementById(heart.getAttribute('aria-describedby')!))
  expect(said.map((element) => element?.textContent)).toEqual(['Iris', 'Nadia'])
})
