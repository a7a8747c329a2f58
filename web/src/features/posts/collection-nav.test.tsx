import { cleanup, screen } from '@testing-library/react'
import type { FullCollection } from '@touchline/contract/collections.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { createUser } from '#testing/create-user.ts'
import { openPage } from '#testing/open-page.tsx'
import { servePage } from '#testing/page-server.ts'
import { CollectionNav } from './collection-nav.tsx'

let stop = async () => {}
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  await stop()
})

const collection: FullCollection = {
  id: 'derbies',
  title: 'Derbies',
  description: '',
  ordering: 'own',
  coverUrl: null,
  count: 3,
  seen: 1,
  posts: ['One', 'Two', 'Three'].map((title) => ({
    id: title,
    title,
    excerpt: '',
    mediaType: 'text',
    thumbnailUrl: null,
    createdAt: '2026-01-01T12:00:00.000Z',
    isSeen: false,
  })),
}

async function open(postId: string, collectionId = 'derbies') {
  stop = await servePage((request, response) => {
    const answer = {
      '/api/auth/user': createUser(),
      '/api/collections/derbies': collection,
    }[request.url ?? '']
    const refusal = { message: 'Collection not found', code: 'not_found' }
    response
      .writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? refusal))
  })
  openPage(() => <CollectionNav collectionId={collectionId} postId={postId} />)
}

it('leads to the previous and the next post of the collection [COLL-5]', async () => {
  await open('Two')
  const next = await screen.findByRole('link', { name: /Next\s*Three/ })
  expect(next.getAttribute('href')).toBe('/post/Three?collection=derbies')
  const previous = screen.getByRole('link', { name: /Previous\s*One/ })
  expect(previous.getAttribute('href')).toBe('/post/One?collection=derbies')
  expect(screen.getByText(/2 of 3 in/)).toBeTruthy()
})

it('has no previous post at the start of the collection [COLL-5]', async () => {
  await open('One')
  await screen.findByRole('link', { name: /Next\s*Two/ })
  expect(screen.queryByRole('link', { name: /Previous/ })).toBeNull()
})

it('says in a sentence that the collection or the post in it is gone [COLL-5]', async () => {
  await open('Gone')
  expect(await screen.findByText(/no longer in the collection/)).toBeTruthy()
  cleanup()
  await stop()
  await open('One', 'deleted')
  expect(await screen.findByText(/not there any more/)).toBeTruthy()
})
