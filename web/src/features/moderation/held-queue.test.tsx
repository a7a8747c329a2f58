import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { HeldQueue } from './held-queue.tsx'
import { HoldRules } from './hold-rules.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

it('publishes a held comment, and rejects another with a note [HOLD-2]', async () => {
  const waiting = ['one', 'two'].map((id) => ({
    id,
    postId: 'post',
    postTitle: 'Two watches',
    repliedTo: null,
    content: `Comment ${id}`,
    words: ['spam'],
    isOfNewMember: true,
    createdAt: '2027-03-01T09:00:00Z',
    user: { id: 'member', firstName: 'Mina', lastName: null, email: null, profileImageUrl: null },
  }))
  const { content: message, ...first } = waiting[0]!
  const messages = [{ ...first, id: 'tip', message }]
  const decided: string[] = []
  stop = await servePage(({ method, url = '', body }, response) => {
    const isOfTip = url.includes('/held-tip-messages')
    if (method === 'POST') {
      if (isOfTip) messages.shift()
      else waiting.shift()
      decided.push(`${url} ${body}`)
      response.writeHead(204).end()
      return
    }
    const reply = isOfTip
      ? { messages, waiting: messages.length }
      : { comments: waiting, hasMore: false, waiting: waiting.length }
    response.end(JSON.stringify(reply))
  })
  openPage(HeldQueue)
  await screen.findByRole('heading', { name: 'Waiting for Approval (2)' })
  fireEvent.click(screen.getAllByRole('button', { name: 'Publish' })[0]!)
  await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Publish' })).toHaveLength(2))
  fireEvent.click(screen.getAllByRole('button', { name: 'Reject' })[0]!)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'No ads.' } })
  fireEvent.click(screen.getByRole('button', { name: 'Reject and Tell Them' }))
  await screen.findByText('No comment waits for approval.')
  const held = await screen.findByRole('article', { name: 'Held message of Mina' })
  expect(held.textContent).toContain('Comment one')
  fireEvent.click(screen.getByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull())
  expect(decided).toEqual([
    expect.stringContaining('/held-comments/one/approval'),
    '/api/admin/held-comments/two/rejection {"answer":"No ads."}',
    expect.stringContaining('/held-tip-messages/tip/approval'),
  ])
})

it('says which watched words a text would be held for [HOLD-1]', async () => {
  stop = await servePage(({ url }, response) =>
    response.end(
      JSON.stringify(
        url?.endsWith('/test')
          ? { found: ['spam'] }
          : { words: ['spam'], firstComments: 0, youngDays: 0, revision: 1 },
      ),
    ),
  )
  openPage(HoldRules)
  fireEvent.change(await screen.findByLabelText('Try a text'), { target: { value: 'Spam!' } })
  fireEvent.click(screen.getByRole('button', { name: 'Try' }))
  expect(await screen.findByText('This text would be held for: spam')).toBeTruthy()
})

it('names a refused watched word at its field [HOLD-1]', async () => {
  stop = await servePage(({ method }, response) => {
    const fields = { 'words.1': 'Please use at most 60 characters.' }
    const refusal = { code: 'invalid_input', message: 'No.', fields }
    const rules = { words: ['spam', 'x'.repeat(61)], firstComments: 0, youngDays: 0, revision: 1 }
    response.writeHead(method === 'GET' ? 200 : 400).end(JSON.stringify(method === 'GET' ? rules : refusal))
  })
  openPage(HoldRules)
  const field = await screen.findByLabelText('Watched words and phrases, one per line')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const problem = await screen.findByText('“xxxxxxxxxxxxxxxxxxxx…”: Please use at most 60 characters.')
  expect(field.getAttribute('aria-describedby')).toContain(problem.id)
})
