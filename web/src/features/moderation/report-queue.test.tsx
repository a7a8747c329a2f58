import { cleanup, screen, waitFor } from '@testing-library/react'
import type { ModerationCase } from '@touchline/contract/moderation.ts'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { press } from '#testing/press.ts'
import { createUser } from '#testing/create-user.ts'
import { ReportQueue } from './report-queue.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const found: ModerationCase = {
  id: 'case',
  kind: 'comment',
  openedAt: '2027-01-05T12:00:00.000Z',
  accused: null,
  thing: {
    isShown: true,
    text: 'Offside!',
    title: null,
    postId: null,
    mediaType: null,
    mediaUrl: null,
    context: null,
  },
  reportsCount: 0,
  reports: [],
  decision: null,
  appeal: null,
  mayDecideAppeal: false,
}

it('leaves the focus on the heading when the report that had it is dismissed', async () => {
  let cases = [found]
  stop = await servePage(({ method, url = '' }, response) => {
    if (method === 'POST') cases = []
    const waiting = { open: cases.length, appealed: 0 }
    const isQueue = method === 'GET' && url.includes('state=open')
    response.end(JSON.stringify(isQueue ? { cases, hasMore: false, waiting } : createUser({ role: 'admin' })))
  })
  openPage(() => <ReportQueue />)
  await screen.findByText('Offside!')
  press('Dismiss: Comment of Someone who has left: “Offside!”')
  await screen.findByText('All quiet')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Reports'))
})
