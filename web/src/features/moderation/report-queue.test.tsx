import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { ModerationCase } from '@touchline/contract/moderation.ts'
import * as z from 'zod/mini'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { press } from '#testing/press.ts'
import { clubNow } from '#ui/clock.ts'
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
  silencedUntil: null,
  thing: {
    isShown: true,
    text: 'Offside!',
    title: null,
    postId: null,
    mediaType: null,
    mediaUrl: null,
    context: null,
    versions: [],
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

const box = (text: string) => screen.findByLabelText(`Select: Comment of Someone who has left: “${text}”`)

const decisions = z.object({
  ids: z.array(z.string()),
  ruling: z.optional(z.object({ measure: z.string() })),
})

it('decides the selected reports, says what failed, and undoes the rest [MOD-3]', async () => {
  const texts = ['One', 'Two', 'Three', 'Four']
  const cases = texts.map((text) => ({ ...found, id: text, thing: { ...found.thing, text } }))
  const sent: unknown[] = []
  const undoUntil = new Date(clubNow() + 120_000).toISOString()
  stop = await servePage(({ method, url = '', body }, response) => {
    if (method !== 'POST') {
      const queue = { cases, hasMore: false, waiting: { open: 4, appealed: 0 } }
      const answer = url.includes('state=open') ? queue : createUser({ role: 'moderator' })
      response.end(JSON.stringify(answer))
      return
    }
    const given = decisions.parse(JSON.parse(body))
    sent.push(given)
    const results = given.ids.map((id) => ({
      id,
      problem: id === 'Two' ? 'Ada has decided this already: dismissed.' : null,
    }))
    response.end(JSON.stringify({ undoUntil, results }))
  })
  openPage(() => <ReportQueue />)
  fireEvent.click(await box('One'))
  fireEvent.click(await box('Three'), { shiftKey: true })
  await screen.findByText('3 reports selected')
  press('Dismiss Selected')
  await screen.findByText('2 reports dismissed.')
  await screen.findByText(/Ada has decided this already/)
  press('Undo')
  await screen.findByText('2 reports reopened.')
  expect(sent).toEqual([
    { ids: ['One', 'Two', 'Three'], ruling: { measure: 'dismiss' } },
    { ids: ['One', 'Three'] },
  ])
  fireEvent.click(screen.getByLabelText('Select all shown'))
  await screen.findByText('4 reports selected')
})
