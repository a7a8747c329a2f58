import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { openPage, toastText } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { copiesOf } from '#drafting/local-copy.ts'
import { createUser } from '#testing/create-user.ts'
import { UploadDialog } from './upload-dialog.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
  await stop()
})

function Page() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        New post
      </button>
      {isOpen ? <UploadDialog open onOpenChange={setOpen} /> : null}
    </>
  )
}

type Reply = 'cut' | { status: number; body: unknown }

/**
 * A site that answers what is published with these, one after the other. Answers the numbers it was published under.
 */
async function serve(replies: Reply[]) {
  const numbers: string[] = []
  stop = await servePage(({ method, body }, response) => {
    if (method !== 'POST') return void response.end(JSON.stringify(createUser({ role: 'creator' })))
    numbers.push(/name="postId"\s+([\w-]+)/.exec(body)?.[1] ?? '')
    const reply = replies.shift()
    if (!reply || reply === 'cut') return void response.destroy()
    return void response.writeHead(reply.status).end(JSON.stringify(reply.body))
  })
  return numbers
}

async function write(text: string) {
  fireEvent.change(await screen.findByLabelText('Content type'), { target: { value: 'text' } })
  fireEvent.change(screen.getByLabelText('Content'), { target: { value: text } })
}
const upload = async () => fireEvent.click(await screen.findByRole('button', { name: 'Publish' }))
const expectToast = (words: string) => waitFor(() => expect(toastText()).toContain(words))

const published: Reply = { status: 201, body: { id: 'post', status: 'ready' } }

it('retries a failed upload as the same post, even after a reload [UPL-1]', async () => {
  const numbers = await serve(['cut', { status: 502, body: {} }, published, published])
  openPage(Page)
  await write('It begins.')
  await upload()
  await expectToast('Please try again.')
  cleanup()
  openPage(Page)
  await screen.findByDisplayValue('It begins.')
  await upload()
  await waitFor(() => expect(numbers).toHaveLength(2))
  await expectToast('Please try again.')
  await upload()
  await expectToast('Content Uploaded')
  fireEvent.click(await screen.findByText('New post'))
  await write('It goes on.')
  await upload()
  await waitFor(() => expect(numbers).toHaveLength(4))
  expect(numbers[0]).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  expect(numbers.slice(1, 3)).toEqual([numbers[0], numbers[0]])
  expect(numbers[3]).toMatch(/^[\da-f-]{36}$/)
  expect(numbers[3]).not.toBe(numbers[0])
})

it('explains a conflict with a published post and uses a new id [UPL-1]', async () => {
  const message = 'This was published already.'
  const numbers = await serve([{ status: 409, body: { code: 'conflict', message } }, published])
  openPage(Page)
  await write('It began.')
  await upload()
  await expectToast(message)
  await upload()
  await expectToast('Content Uploaded')
  expect(numbers[1]).not.toBe(numbers[0])
})

it('continues in New Post with what was typed [DESK-7]', async () => {
  await serve([])
  const { pathname } = openPage(Page)
  await write('*Not* bold')
  fireEvent.change(screen.getByLabelText('Title (optional)'), { target: { value: 'Kick-off' } })
  fireEvent.click(screen.getByRole('button', { name: 'More Options' }))
  await waitFor(() => expect(pathname()).toMatch(/^\/drafts\/./))
  const [draft] = copiesOf('member')
  expect(pathname()).toBe(`/drafts/${draft?.draftId}`)
  expect(draft).toMatchObject({ version: 0, typed: { title: 'Kick-off', content: '\\*Not\\* bold' } })
  fireEvent.click(await screen.findByRole('button', { name: 'New post' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Title (optional)')).value).toBe('')
})
