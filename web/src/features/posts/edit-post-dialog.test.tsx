import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { createPost } from '#testing/create-post.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { EditPostDialog } from './edit-post-dialog.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  sessionStorage.clear()
  await stop()
})

const post = createPost()

function Page() {
  const [isOpen, setOpen] = useState(false)
  return isOpen ? (
    <EditPostDialog post={post} onClose={() => setOpen(false)} />
  ) : (
    <button type="button" onClick={() => setOpen(true)}>
      Edit
    </button>
  )
}

async function edit() {
  fireEvent.click(await screen.findByText('Edit'))
  return screen.findByLabelText<HTMLInputElement>('Title')
}

it('keeps changes on close and drops them on cancel [FEED-4]', async () => {
  stop = await servePage((_request, response) =>
    response.end(JSON.stringify(createUser({ role: 'creator' }))),
  )
  openPage(Page)
  const box = await edit()
  fireEvent.change(box, { target: { value: 'Kick-off, again' } })
  fireEvent.keyDown(box, { key: 'Escape' })
  expect((await edit()).value).toBe('Kick-off, again')
  fireEvent.click(screen.getByText('Cancel'))
  expect((await edit()).value).toBe('Kick-off')
})
