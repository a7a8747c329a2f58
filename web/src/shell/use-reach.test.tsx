import { type QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { sessions } from '@touchline/contract/accounts.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { call } from '#api/call.ts'
import { createQueryClient } from '#api/query-client.ts'
import { live } from '#live/live.ts'
import { servePage } from '#testing/page-server.ts'
import { pageTurns, advanceMs, stopTimers, advanceUntil } from '#testing/fake-timers.ts'
import { useReach } from './use-reach.ts'

let stop = async () => {}
afterEach(async () => {
  live.close()
  vi.useRealTimers()
  cleanup()
  await stop()
})

const asked: string[] = []

/** A club whose server answers everything in one way. */
const serve = (status: number) =>
  servePage(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(status).end('{"status":"ok"}')
  })

function Page() {
  const isReached = useReach()
  const ask = useMutation({ mutationFn: () => call(sessions) })
  return <button onClick={() => ask.mutate()}>{isReached ? 'there' : 'away'}</button>
}

function open() {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  stopTimers()
  const client = createQueryClient({ onFailure: () => {} })
  show(client)
  return client
}

function show(client: QueryClient) {
  render(
    <QueryClientProvider client={client}>
      <Page />
    </QueryClientProvider>,
  )
}

const button = () => screen.getByRole('button')
const isSaid = (words: string) => () => button().textContent === words

it('is noticed within seconds of a failed call, as is its return [SYS-16]', async () => {
  stop = await serve(200)
  const client = open()
  await stop()
  fireEvent.click(button())
  await advanceUntil(() => client.isMutating() === 0)
  expect(isSaid('there')()).toBe(true)
  advanceMs(5_000)
  await advanceUntil(isSaid('away'))
  stop = await serve(200)
  advanceMs(5_000)
  await advanceUntil(isSaid('there'))
})

it('is noticed when the call failed before the first subscription [SYS-16]', async () => {
  stop = await serve(200)
  await stop()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  stopTimers()
  const client = createQueryClient({ onFailure: () => {} })
  const ask = client.getMutationCache().build(client, { mutationFn: () => call(sessions) })
  await expect(ask.execute(undefined)).rejects.toThrow('fetch')
  show(client)
  advanceMs(5_000)
  await advanceUntil(isSaid('away'))
})

it('counts a proxy error as unreachable, and checks without a live connection [SYS-16]', async () => {
  stop = await serve(502)
  open()
  live.open()
  // The next try of the connection, and the look.
  await advanceUntil(() => vi.getTimerCount() > 1)
  advanceMs(4_999)
  await advanceUntil(isSaid('away'))
  expect(asked).toContain('/healthz')
})

it('is not doubted because of a refusal [SYS-16]', async () => {
  stop = await serve(503)
  const client = open()
  asked.length = 0
  fireEvent.click(button())
  await advanceUntil(() => client.isMutating() === 0)
  advanceMs(60_000)
  await pageTurns()
  expect([isSaid('there')(), asked]).toEqual([true, ['/api/sessions']])
})
