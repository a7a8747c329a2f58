import { cleanup, render, screen } from '@testing-library/react'
import { sessions } from '@touchline/contract/accounts.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { call } from '#api/call.ts'
import { createLive, liveAddress } from '#api/live.ts'
import { servePage } from '#testing/page-server.ts'
import { pageTurns, passMs, stopTimers, turnUntil } from '#testing/stopped-clock.ts'
import { useReach } from './use-reach.ts'

let stop = async () => {}
afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  await stop()
})

const serve = (status: number) =>
  servePage((_request, response) => response.writeHead(status).end('{"status":"ok"}'))

const Reach = () => <output>{useReach() ? 'there' : 'away'}</output>
const isSaid = (words: string) => () => screen.getByRole('status').textContent === words
const ask = () => call(sessions).catch(() => null)

it('is told of within seconds when a call finds nobody, and of the return of the server [SYS-16]', async () => {
  stop = await serve(200)
  stopTimers()
  render(<Reach />)
  await stop()
  await ask()
  expect(isSaid('there')()).toBe(true)
  passMs(5_000)
  await turnUntil(isSaid('away'))
  stop = await serve(200)
  passMs(5_000)
  await turnUntil(isSaid('there'))
})

it('is away, too, where only a proxy answers, and is looked at when the live connection is lost [SYS-16]', async () => {
  stop = await serve(502)
  stopTimers()
  render(<Reach />)
  const live = createLive({ address: () => liveAddress(), log: () => {} })
  live.open()
  await turnUntil(() => vi.getTimerCount() > 1)
  passMs(4_999)
  await turnUntil(isSaid('away'))
  live.close()
})

it('is in no doubt because of what the server refuses [SYS-16]', async () => {
  stop = await serve(503)
  stopTimers()
  render(<Reach />)
  await ask()
  await pageTurns()
  expect([isSaid('there')(), vi.getTimerCount()]).toEqual([true, 0])
})
