import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Caller, cookiesOf } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'

let club: Club
const opened: WebSocket[] = []
beforeAll(async () => {
  club = await openClub()
})
afterAll(async () => {
  for (const socket of opened) socket.terminate()
  await club.close()
})

/** Opens a socket that ignores all messages: 'open', or the status it was refused with. */
async function dial(caller: Caller): Promise<number | 'open'> {
  const socket = new WebSocket(`${club.url.replace('http', 'ws')}/ws`, {
    headers: { cookie: cookiesOf(caller), origin: club.url },
  })
  socket.on('error', () => undefined)
  const outcome = await new Promise<number | 'open'>((resolve) => {
    socket.once('open', () => resolve('open'))
    socket.once('unexpected-response', (_request, response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
  })
  if (outcome === 'open') {
    socket.pause()
    opened.push(socket)
  }
  return outcome
}

const connections = () => club.app.websocketServer.clients.size

it('limits a person to ten sockets while others connect [LIVE-3, T-WS-05]', async () => {
  const { member, otherMember } = club.people
  const outcomes: (number | 'open')[] = []
  let most = 0
  for (let round = 0; round < 4; round += 1) {
    outcomes.push(...(await Promise.all(Array.from({ length: 20 }, () => dial(member)))))
    most = Math.max(most, connections())
    expect(await dial(otherMember)).toBe('open')
  }
  expect(most).toBeLessThanOrEqual(10 + 4)
  expect(outcomes.filter((one) => one === 'open').length).toBeLessThanOrEqual(60)
  expect(outcomes).toContain(429)
  await expect.poll(connections).toBeLessThanOrEqual(5 + 4)
})

it('refuses a flooding address before any session is read [T-WS-05]', async () => {
  const headers = { origin: club.url, host: new URL(club.url).host }
  const ask = async () =>
    (await club.app.inject({ url: '/ws', headers, remoteAddress: '198.51.100.7' })).statusCode
  const statuses: number[] = []
  for (let count = 0; count <= 3000; count += 1) statuses.push(await ask())
  expect(new Set(statuses.slice(0, 3000))).toEqual(new Set([401]))
  expect(statuses.at(-1)).toBe(429)
  expect(await dial(club.people.admin)).toBe('open')
})
