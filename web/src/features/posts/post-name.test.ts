import { expect, it } from 'vitest'
import { createPost } from '#testing/create-post.ts'
import { mediaName, playedName } from './post-name.ts'

it('names a picture by its description, a video by its post’s title [FEED-6]', () => {
  const post = createPost({ title: 'Added time', mediaAlt: 'A board in the rain.' })
  expect([mediaName(post), playedName(post)]).toEqual(['A board in the rain.', 'Added time'])
  const untitled = { ...post, title: null }
  expect(playedName(untitled)).toBe('A board in the rain.')
  expect(playedName({ ...untitled, mediaAlt: null })).toBe('Post by Sam')
})
