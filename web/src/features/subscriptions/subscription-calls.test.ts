import { api } from '@touchline/contract/api.ts'
import { expect, it } from 'vitest'
import { managementCalls } from './management-requests.ts'
import { subscriptionCalls } from './subscription-calls.ts'

it('matches the contract', () => {
  for (const [name, written] of Object.entries({ ...subscriptionCalls, ...managementCalls })) {
    const promised = Object.entries(api.subscriptions).find(([key]) => key === name)?.[1]
    expect(written).toEqual({ method: promised?.method, path: promised?.path })
  }
})
