import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { press } from '#testing/press.ts'
import { createUser } from '#testing/create-user.ts'
import { ProgramsPage } from './programs-page.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const webhook = {
  id: 'webhook',
  url: 'https://hooks.example/club',
  events: ['post.published'],
  includesEmail: false,
  state: 'disabled',
  createdAt: '2027-01-05T12:00:00.000Z',
  failingSince: '2027-01-05T12:00:00.000Z',
  previousSecretUntil: null,
  waiting: 3,
  failed: 1,
}

const delivery = {
  id: 'delivery',
  eventId: 'event',
  type: 'test',
  state: 'failed',
  happenedAt: '2027-01-05T12:00:00.000Z',
  attempts: 1,
  lastAttemptAt: null,
  nextAttemptAt: null,
  responseStatus: 503,
  problem: 'The response was 503.',
}

const replies: Record<string, unknown> = {
  'GET /api/admin/api-keys': { keys: [] },
  'POST /api/admin/api-keys': { id: 'key', secret: 'tl_shown-once' },
  'GET /api/admin/webhooks': { webhooks: [webhook] },
  'POST /api/admin/webhooks/webhook/test': delivery,
}

const open = async () => {
  stop = await servePage(({ method, url }, response) => {
    response.end(JSON.stringify(replies[`${method} ${url}`] ?? createUser({ role: 'admin' })))
  })
  openPage(ProgramsPage)
  await screen.findByText('API Keys')
}

it('shows the secret of a new key until the dialog is closed [PROG-1]', async () => {
  await open()
  press('New Key')
  press('Make Key')
  expect(await screen.findByText('Enter a name.')).toBeTruthy()
  expect(screen.getByText('Choose at least one right.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'A script' } })
  fireEvent.click(screen.getByLabelText('read members'))
  press('Make Key')
  expect(await screen.findByText('tl_shown-once')).toBeTruthy()
  press('I Have Saved It')
  await waitFor(() => expect(screen.queryByText('tl_shown-once')).toBeNull())
})

it('says what is wrong with a webhook, and how a test went [PROG-2] [PROG-4]', async () => {
  await open()
  expect(screen.getByText('Switched off after failures')).toBeTruthy()
  expect(screen.getByText(/3 waiting · 1 failed · failing since/)).toBeTruthy()
  expect(screen.getByText('Switch On')).toBeTruthy()
  press('Send a Test')
  expect(await screen.findByText('The response was 503.')).toBeTruthy()
})
