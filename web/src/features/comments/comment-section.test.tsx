import type { ServerResponse } from 'node:http'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createUser } from '#testing/create-user.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { CommentSection } from './comment-section.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const box = { name: 'Add a comment' }

/** Opens the comments of a post. They arrive with the returned function. */
async function open() {
  const asked = Promise.withResolvers<ServerResponse>()
  stop = await servePage(({ url = '' }, response) => {
    if (url.startsWith('/api/posts/post/comments')) asked.resolve(response)
    else if (url.startsWith('/api/auth')) response.end(JSON.stringify(createUser()))
    else response.end('[]')
  })
  openPage(() => <CommentSection postId="post" onChange={() => {}} isOff={false} />, '/content')
  const response = await asked.promise
  return (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body))
}

it('shows the box under the comments once they are there, so it does not move [CMT-1]', async () => {
  const answer = await open()
  expect(screen.queryByRole('textbox', box)).toBeNull()
  answer(200, [])
  await screen.findByText('No comments yet. The first word is yours.')
  expect(screen.getByRole('textbox', box)).toBeTruthy()
})

it('shows the box when the comments cannot be loaded [CMT-1]', async () => {
  const answer = await open()
  answer(500, { message: 'Internal error', code: 'internal' })
  await screen.findByText('The comments could not be loaded.')
  expect(screen.getByRole('textbox', box)).toBeTruthy()
})
