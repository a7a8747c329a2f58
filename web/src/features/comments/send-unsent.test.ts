import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { servePage } from '#testing/page-server.ts'
import { createUser } from '#testing/create-user.ts'
import { sendUnsent } from './send-unsent.ts'
import { deleteUnsent, saveUnsent, type UnsentComment, unsentComments } from './unsent-comments.ts'

let stop = async () => {}
afterEach(async () => {
  localStorage.clear()
  await stop()
})

const waiting = (clientId: string, writtenAt: number): UnsentComment => ({
  clientId,
  personId: 'member',
  postId: 'post',
  replyToId: null,
  threadId: null,
  content: `Said at ${writtenAt}`,
  writtenAt,
  problem: null,
})

const member = createUser()

/** Serves `answer` for every comment, for the first after `meanwhile`. Returns the received comments. */
async function serve(meanwhile: () => void, status: number, answer: (content: string) => unknown) {
  const sent: string[] = []
  stop = await servePage((request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(200).end(JSON.stringify(member))
      return
    }
    const { content }: { content: string } = JSON.parse(request.body)
    sent.push(content)
    if (sent.length === 1) meanwhile()
    response.writeHead(status).end(JSON.stringify(answer(content)))
  })
  return sent
}

describe('unsent comments', () => {
  it('are not sent once withdrawn, even while others are being sent [CMT-2]', async () => {
    const [first, second] = [waiting('first', 1), waiting('second', 2)]
    saveUnsent(first)
    saveUnsent(second)
    const sent = await serve(
      () => deleteUnsent(second),
      201,
      (content) => ({
        id: 'c1',
        postId: 'post',
        replyToId: null,
        clientId: 'first',
        content,
        createdAt: '2026-01-01T00:00:00.000Z',
        user: {
          id: 'member',
          firstName: 'Robin',
          lastName: null,
          email: null,
          profileImageUrl: null,
          isMainInfluencer: false,
        },
      }),
    )
    expect(await sendUnsent(new QueryClient(), 'member')).toBe(false)
    expect(sent).toEqual(['Said at 1'])
    expect(unsentComments('member')).toEqual([])
  })

  it('do not return as rejected after their author withdrew them [CMT-2]', async () => {
    const [first, second] = [waiting('first', 1), waiting('second', 2)]
    saveUnsent(first)
    saveUnsent(second)
    const sent = await serve(
      () => deleteUnsent(first),
      404,
      () => ({ message: 'Post not found' }),
    )
    await sendUnsent(new QueryClient(), 'member')
    expect(sent).toEqual(['Said at 1', 'Said at 2'])
    expect(unsentComments('member')).toEqual([{ ...second, problem: 'The post is no longer there.' }])
  })
})
