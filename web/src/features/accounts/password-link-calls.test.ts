import { api } from '@touchline/contract/api.ts'
import { expect, it } from 'vitest'
import { passwordLinkCalls } from './password-link-calls.ts'

it('matches the contract', () => {
  const { forgotPassword, resetPassword } = api.accounts
  expect(passwordLinkCalls).toEqual({
    forgotPassword: { method: forgotPassword.method, path: forgotPassword.path },
    resetPassword: { method: resetPassword.method, path: resetPassword.path },
  })
})
