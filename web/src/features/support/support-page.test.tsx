import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { SupportPage } from './support-page.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  sessionStorage.clear()
  await stop()
})

const message = {
  id: 'receipt',
  name: 'Mina',
  email: 'mina@example.org',
  message: 'Where is my receipt?',
  createdAt: '2026-01-01T00:00:00.000Z',
  isOpen: true,
  answersCount: 0,
}
const thread = { ...message, answers: [] as unknown[], member: null, others: [] }

const box = () => screen.findByLabelText<HTMLTextAreaElement>('Your answer')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('keeps an answer that is being written when its message is folded, until it is sent, once [LAND-9]', async () => {
  const sent: unknown[] = []
  stop = await servePage(({ url = '', method, body }, response) => {
    if (url.startsWith('/api/auth')) return response.end(JSON.stringify(createUser({ role: 'admin' })))
    if (method === 'GET')
      return response.end(
        JSON.stringify(url.includes('receipt') ? thread : { messages: [message], hasMore: false }),
      )
    sent.push(JSON.parse(body))
    if (sent.length === 1) return response.writeHead(500).end('{}')
    return response.end(
      JSON.stringify({
        ...thread,
        answers: [{ id: 'answer', text: 'Sent.', createdAt: message.createdAt, by: null }],
      }),
    )
  })
  openPage(SupportPage)
  await screen.findByText('Where is my receipt?')
  press('Read the message of Mina')
  fireEvent.change(await box(), { target: { value: 'On the billing page.' } })
  press('Send Answer')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send Answer' })).toHaveProperty('disabled', false),
  )
  press('Fold the message of Mina')
  press('Read the message of Mina')
  expect((await box()).value).toBe('On the billing page.')
  press('Send Answer')
  await screen.findByText('Sent.')
  expect((await box()).value).toBe('')
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
})
