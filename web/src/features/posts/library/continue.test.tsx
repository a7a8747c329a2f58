import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { Part } from '@touchline/contract/media.ts'
import type { Post } from '@touchline/contract/posts.ts'
import { afterEach, expect, it } from 'vitest'
import { positionIn, positionsKey, savePosition, unsentPositions } from '#player/saved-positions.ts'
import { createPost } from '#testing/create-post.ts'
import { createUser } from '#testing/create-user.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { anchorOf } from '../feed-mark.ts'
import { ReadingPlace } from './continue.tsx'

let stop = async () => {}
afterEach(async () => {
  cleanup()
  localStorage.clear()
  await stop()
})

const viewer = createUser()
const part = (mediaType: Part['mediaType']): Part => ({
  id: mediaType,
  mediaType,
  mediaAlt: null,
  media: null,
  status: 'ready',
})

/** Opens the post with a text of three windows, plays half a minute of it, and reads half of the text. */
async function playAndRead(post: Post) {
  stop = await servePage(({ method }, response) =>
    response.end(method === 'GET' ? JSON.stringify(viewer) : ''),
  )
  savePosition({ personId: viewer.id, postId: post.id }, 30, 600)
  openPage(() => (
    <>
      <article id={anchorOf(post.id)}>
        <p className="measure">A long text</p>
      </article>
      <ReadingPlace post={post} />
    </>
  ))
  const text = await screen.findByText('A long text')
  const height = window.innerHeight * 3
  text.getBoundingClientRect = () => new DOMRect(0, -window.innerHeight / 2, 600, height)
  fireEvent.scroll(window)
  return {
    seconds: positionIn(localStorage.getItem(positionsKey(viewer.id)), { postId: post.id }),
    unsent: unsentPositions(viewer.id).positions,
  }
}

it('saves how far a text was read [LIB-2]', async () => {
  const { unsent } = await playAndRead(createPost())
  expect(unsent).toMatchObject([{ postId: 'kick-off', seconds: 0, percent: 50 }])
})

it.each([
  createPost({ mediaType: 'video' }),
  createPost({ mediaType: 'audio' }),
  createPost({ mediaType: 'image', gallery: { count: 2, parts: [part('image'), part('video')] } }),
])('keeps the position of a film or recording while its text is read [LIB-2, PLAY-1]', async (post) => {
  const { seconds, unsent } = await playAndRead(post)
  expect(seconds).toBe(30)
  expect(unsent).toMatchObject([{ postId: 'kick-off', seconds: 30 }])
})
