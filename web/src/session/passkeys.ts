import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { queryOptions } from '@tanstack/react-query'
import * as passkeys from '@touchline/contract/passkeys.ts'
import { errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call(passkeys.list, { signal }),
})

/** Signs in with whichever passkey the person chooses. */
export async function signInWithPasskey() {
  const passkey = await startAuthentication({ optionsJSON: await call(passkeys.beginSignIn) })
  return call(passkeys.signIn, { body: { passkey } })
}

/** Proves with a passkey of theirs that it is still the same person. */
export async function confirmWithPasskey() {
  const passkey = await startAuthentication({ optionsJSON: await call(passkeys.beginConfirm) })
  return call(passkeys.confirm, { body: { passkey } })
}

/** Has this device make a passkey, and adds it to the account. */
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

/** Why no passkey was used or made, in a sentence: the server's, or one for what the device said. */
export const passkeyProblem = (error: Error): string =>
  deviceSays[error.name] ?? errorMessage(error, 'That did not work. Please try again.')
