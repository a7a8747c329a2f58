import { ApiError, errorMessage } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { firstCalls } from '#api/first-calls.ts'

/** The delay before the gate shows any result. */
export const unlockDelayMs = 1000

export const maySubmit = (code: string, isBusy: boolean) => !isBusy && code.trim() !== ''

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Checks a code on the server. Returns why it is refused, or null. Throws when the server gives no answer to that. */
export async function refusalOf(code: string): Promise<string | null> {
  const [answer] = await Promise.allSettled([
    call(firstCalls.unlock, { body: { code } }),
    pause(unlockDelayMs),
  ])
  if (answer.status === 'fulfilled') return null
  const error: unknown = answer.reason
  if (error instanceof ApiError && error.code === 'wrong_access_code')
    return errorMessage(error, 'Incorrect password. Try again!')
  throw error
}
