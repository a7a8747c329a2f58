import { useQueries } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { Comment } from '@touchline/contract/comments.ts'
import { afterEach, expect, it } from 'vitest'
import { createComment } from '#testing/create-comment.ts'
import { createUser } from '#testing/create-user.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { commentsKey } from './comment-cache.ts'
import { CommentMenu } from './comment-menu.tsx'
import { hiddenPeopleQuery } from './hidden-people.ts'
import { useQuickAct } from './requests.ts'

// jsdom has no popovers.
HTMLElement.prototype.hidePopover = () => {}

let stop = async () => {}
afterEach(async () => {
  cleanup()
  await stop()
})

const commentOf = (is: Partial<Comment & { isMuted: boolean }>) => ({
  ...createComment(),
  isMuted: false,
  ...is,
})

/** Opens the menu on a page that shows the comments of two posts and the hidden people. */
async function openMenu(comment: ReturnType<typeof commentOf>) {
  const read: string[] = []
  stop = await servePage((request, response) => {
    if (request.method === 'GET') response.end(JSON.stringify(createUser()))
    else response.writeHead(204).end()
  })
  const lists = [commentsKey('post'), commentsKey('other'), hiddenPeopleQuery.queryKey]
  openPage(function Menu() {
    const act = useQuickAct()
    useQueries({
      queries: lists.map((queryKey) => ({ queryKey, queryFn: () => read.push(queryKey.join('/')) })),
    })
    return (
      <CommentMenu
        comment={comment}
        hasDelete={false}
        onAct={(quick) => {
          if (quick === 'mute' || quick === 'hide') act.mutate({ comment, act: quick })
        }}
      />
    )
  })
  fireEvent.click(await screen.findByRole('button', { name: /^More about/ }))
  await expect.poll(() => read.length).toBe(lists.length)
  read.length = 0
  return read
}

const item = (name: string) => screen.queryByRole('button', { name })

it('offers to hide only people who can be hidden, and renews what that changes [CMT-8]', async () => {
  await openMenu(commentOf({}))
  expect([item('Hide this person'), item('Mute this thread') !== null]).toEqual([null, true])
  cleanup()
  await stop()
  const read = await openMenu(commentOf({ mayHide: true }))
  fireEvent.click(item('Hide this person')!)
  await expect.poll(() => read.toSorted()).toEqual(['comments/other', 'comments/post', 'hidden-people'])
})

it('renews only the comments of the post whose thread is muted [CMT-8]', async () => {
  const read = await openMenu(commentOf({}))
  fireEvent.click(item('Mute this thread')!)
  await screen.findByText('Thread muted')
  await expect.poll(() => read).toEqual(['comments/post'])
})
