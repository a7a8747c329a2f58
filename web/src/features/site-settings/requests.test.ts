import { api } from '@touchline/contract/api.ts'
import { expect, it } from 'vitest'
import { api as deskCalls } from './requests.ts'

it('matches the contract', () => {
  expect(api.siteSettings).toMatchObject(deskCalls)
})
