import { api } from '@touchline/contract/api.ts'
import { expect, it } from 'vitest'
import { unsubscribeCalls } from './unsubscribe-page.tsx'

const pathOf = ({ method, path }: { method: string; path: string }) => ({ method, path })

it('matches the contract', () => {
  const { showUnsubscribe, unsubscribe, resubscribe } = api.notifications
  expect(unsubscribeCalls).toEqual({
    showUnsubscribe: pathOf(showUnsubscribe),
    unsubscribe: pathOf(unsubscribe),
    resubscribe: pathOf(resubscribe),
  })
})
