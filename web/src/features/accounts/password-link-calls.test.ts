import { api } from '@touchline/contract/api.ts'
import { expect, it } from 'vitest'
import { passwordLinkCalls } from './password-link-calls.ts'

it('writes the calls for a forgotten password out as the contract has them', () => {
  const { forgotPassword, resetPassword } = api.accounts
  expect(passwordLinkCalls).toEqual({
    forgotPassword: { method: forgotPassword.method, path: forgotPassword.path },
    resetPassword: { method: resetPassword.method, path: resetPassword.path },
  })
})
