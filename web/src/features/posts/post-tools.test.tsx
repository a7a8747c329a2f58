import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Post } from '@touchline/contract/posts.ts'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createPost } from '#testing/create-post.ts'
import { createUser } from '#testing/create-user.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { PostTools } from './post-tools.tsx'

let stop = async () => {}
let deleted: string[] = []
beforeEach(async () => {
  deleted = []
  stop = await servePage(({ method, url = '' }, response) => {
    if (method === 'DELETE') deleted.push(url)
    response.end(JSON.stringify(createUser({ role: 'creator' })))
  })
})
afterEach(async () => {
  cleanup()
  await stop()
})

const titled = createPost()
const untitled = createPost({ id: 'untitled', title: null, content: 'Two watches,\nand why.' })
const wordless = createPost({ id: 'wordless', title: null, content: '' })

/** The posts, and a button that puts another one on top, as a live feed does. */
function Page() {
  const [posts, setPosts] = useState<Post[]>([titled, untitled, wordless])
  const isNewer = createPost({ id: 'newer', title: 'Newer' })
  return (
    <>
      <button type="button" onClick={() => setPosts([isNewer, ...posts])}>
        Publish
      </button>
      {posts.map((post) => (
        <PostTools key={post.id} post={post} />
      ))}
    </>
  )
}

it('names the post on each of its buttons', async () => {
  openPage(Page)
  await screen.findByRole('button', { name: 'Delete post: Kick-off' })
  for (const label of ['Kick-off', 'Two watches,', 'Post by Sam'])
    for (const action of ['Preview post', 'Edit post', 'Delete post'])
      expect(screen.getAllByRole('button', { name: `${action}: ${label}` })).toHaveLength(1)
})

it('names the post it deletes, also when a newer one moves the list', async () => {
  openPage(Page)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete post: Two watches,' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete Post' })
  expect(question.textContent).toContain('delete “Two watches,”?')
  fireEvent.click(screen.getByText('Publish'))
  await screen.findByRole('button', { name: 'Delete post: Newer', hidden: true })
  expect(question.textContent).toContain('delete “Two watches,”?')
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(deleted).toEqual(['/api/posts/untitled']))
})
