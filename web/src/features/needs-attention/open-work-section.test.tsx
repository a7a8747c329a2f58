import { cleanup, screen } from '@testing-library/react'
import type { OpenWork } from '@touchline/contract/needs-attention.ts'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { OpenWorkSection } from './open-work-section.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const none: OpenWork = {
  reports: 0,
  held: 0,
  appeals: 0,
  messages: 0,
  deletions: 0,
  payouts: 0,
  emails: 0,
  media: 0,
  checks: 0,
  waitlist: 0,
}
async function open(work: OpenWork) {
  stop = await servePage((_request, response) => response.end(JSON.stringify(work)))
  openPage(OpenWorkSection)
}

it('counts an admin’s open work, with links [ADM-1]', async () => {
  await open({ ...none, reports: 1, held: 3, messages: 1200, payouts: 1, deletions: 2 })
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/admin/reports', '1Report to decideWhat members reported.'],
    ['/admin/reports', '3Texts to approveComments and messages that a rule held.'],
    ['/admin/support', '1,200Messages to answerWhat people wrote to support.'],
    ['/payouts', '1Payout to approveA month is closed, and its money may go out.'],
    ['/admin/deletions', '2Deletions under wayAccounts that someone asked to delete.'],
  ])
})

it('says that there is no open work', async () => {
  await open(none)
  expect(await screen.findByText('Nothing waits for you right now.')).toBeTruthy()
})
