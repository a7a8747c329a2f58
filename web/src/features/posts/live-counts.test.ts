import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { servePage } from '#testing/page-server.ts'
import { applyMessage } from './live-posts.ts'
import { shownPost } from './requests.ts'

let stop = async () => {}
afterEach(() => stop())

it('keeps live counts that arrive after the request [CMT-1, LIKE-2, LIVE-1]', async () => {
  const answers: (() => void)[] = []
  stop = await servePage((_request, response) => {
    answers.push(() => response.end('{"id":"post","commentsCount":1,"likesCount":0}'))
  })
  const asked = shownPost('post')
  await expect.poll(() => answers.length).toBe(1)
  applyMessage(new QueryClient(), {
    type: 'comment_created',
    postId: 'post',
    commentId: 'second',
    replyToId: null,
    commentsCount: 2,
  })
  applyMessage(new QueryClient(), { type: 'post_heart_update', postId: 'post', likesCount: 1 })
  answers[0]?.()
  expect(await asked).toMatchObject({ commentsCount: 2, likesCount: 1 })

  // Asked for afterwards, the answer is the newer one.
  const again = shownPost('post')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.()
  expect(await again).toMatchObject({ commentsCount: 1, likesCount: 0 })
})
