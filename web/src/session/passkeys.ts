import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { queryOptions } from '@tanstack/react-query'
import * as passkeys from '@touchline/contract/passkeys.ts'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call(passkeys.list, { signal }),
})

export async function signInWithPasskey() {
  const passkey = await startAuthentication({ optionsJSON: await call(passkeys.beginSignIn) })
  return call(passkeys.signIn, { body: { passkey } })
}

export async function confirmWithPasskey() {
  const passkey = await startAuthentication({ optionsJSON: await call(passkeys.beginConfirm) })
  return call(passkeys.confirm, { body: { passkey } })
}

export async function addPasskey() {
  const passkey = await startRegistration({ optionsJSON: await call(passkeys.beginAdding) })
  return call(passkeys.add, { body: { passkey } })
}

const deviceSays: Record<string, string> = {
  NotAllowedError: 'No passkey was used. You can try again.',
  AbortError: 'No passkey was used. You can try again.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys do not work at this address of the site.',
  NotSupportedError: 'This device cannot make such a passkey.',
}

export const passkeyProblem = (error: Error): string =>
  deviceSays[error.name] ?? errorMessage(error, 'That did not work. Please try again.')
