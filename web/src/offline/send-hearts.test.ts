import { afterEach, describe, expect, it } from 'vitest'
import { servePage } from '#testing/page-server.ts'
import { sendHearts } from './send-hearts.ts'
import { deleteHeart, saveHeart, unsentHearts } from './unsent-hearts.ts'

let stop = async () => {}
afterEach(async () => {
  localStorage.clear()
  await stop()
})

const wish = (postId: string, wanted: boolean, number = postId) =>
  saveHeart({ personId: 'member', postId, wish: wanted, number })

/** A site where `personId` is signed in, which answers hearts with `status`; lists what it was asked for. */
async function serve({ personId = 'member', status = 200, meanwhile = () => {} } = {}) {
  const asked: string[] = []
  stop = await servePage((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200).end(JSON.stringify({ id: personId }))
      return
    }
    asked.push(`${request.method} ${request.url}`)
    meanwhile()
    response.writeHead(status).end(JSON.stringify({ message: 'Post not found', code: 'not_found' }))
  })
  return asked
}

const arrived = async () => {}

describe('unsent hearts', () => {
  it('are sent once each with the latest state [OFF-5]', async () => {
    wish('one', true, 'a')
    wish('one', false, 'b')
    wish('two', true)
    const asked = await serve()
    expect(await sendHearts('member', arrived)).toBe(false)
    expect(asked.toSorted()).toEqual(['DELETE /api/posts/one/like', 'POST /api/posts/two/like'])
    expect(unsentHearts('member')).toEqual([])
    expect(await sendHearts('member', arrived)).toBe(false)
    expect(asked).toHaveLength(2)
  })

  it('stay unsent when pressed again during a request [OFF-5]', async () => {
    wish('one', true, 'a')
    await serve({ meanwhile: () => wish('one', false, 'b') })
    expect(await sendHearts('member', arrived)).toBe(true)
    expect(unsentHearts('member')).toMatchObject([{ postId: 'one', wish: false }])
  })

  it('are withdrawn when that was requested during sending [OFF-5]', async () => {
    const heart = { personId: 'member', postId: 'one', wish: true, number: 'a' }
    saveHeart(heart)
    const asked = await serve({ meanwhile: () => deleteHeart(heart) })
    expect(await sendHearts('member', arrived)).toBe(true)
    expect(unsentHearts('member')).toMatchObject([{ postId: 'one', wish: false }])
    await sendHearts('member', arrived)
    expect(asked).toEqual(['POST /api/posts/one/like', 'DELETE /api/posts/one/like'])
  })

  it('are sent only for their owner and wait through sign-out and outages [OFF-5]', async () => {
    wish('one', true)
    const asked = await serve({ personId: 'another person' })
    expect(await sendHearts('member', arrived)).toBe(true)
    expect(asked).toEqual([])
    await stop()
    await serve({ status: 503 })
    expect(await sendHearts('member', arrived)).toBe(true)
    expect(unsentHearts('member')).toHaveLength(1)
  })

  it('are dropped when the post is gone [OFF-5]', async () => {
    wish('one', true)
    await serve({ status: 404 })
    expect(await sendHearts('member', arrived)).toBe(false)
    expect(unsentHearts('member')).toEqual([])
  })
})
