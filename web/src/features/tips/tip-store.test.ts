import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as presses from '#api/idempotency-key.ts'
import { ApiError } from '#api/api-error.ts'
import type { TipOutcome } from './requests.ts'
import {
  checkEveryMs,
  createTipDialog,
  failureOpenMs,
  responseTimeoutMs,
  successDelayMs,
  successOpenMs,
} from './tip-store.ts'

const card = { brand: 'visa', last4: '0002' }
const declined: TipOutcome = { status: 'failed', card, error: 'Your card was declined.' }
const completed: TipOutcome = { status: 'completed' }
const open = { id: 'tip', card, clientSecret: null }

type Answer = TipOutcome | Error | 'late' | 'never'

const refusal = (status: number) => new ApiError(status, '{"message":"No."}', '')

type Page = { getIdempotencyKey: (name: string) => string; clearIdempotencyKey: (name: string) => void }

/** The keys of this test in the order they came. */
let keys: string[] = []

/** A reloaded page with the stored keys of the one before. */
async function loadPage(): Promise<Page> {
  vi.resetModules()
  return import('#api/idempotency-key.ts')
}

/**
 * The dialog against a server that gives these answers in turn; a late one waits for `answerLate`, one that never comes
 * for the limit. `asked` numbers the keys.
 */
function dialogOn(page: Page, ...answers: Answer[]) {
  const asked: string[] = []
  const late = Promise.withResolvers<TipOutcome>()
  const next = async (signal?: AbortSignal) => {
    const answer = answers.shift()
    if (answer === 'late') return late.promise
    if (answer === 'never')
      return new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      })
    if (!answer || answer instanceof Error) throw answer ?? new Error('nothing more was expected')
    return answer
  }
  const dialog = createTipDialog({
    send({ amount, message, key, signal }) {
      if (!keys.includes(key)) keys.push(key)
      asked.push(`${amount} ${message} key-${keys.indexOf(key) + 1}`)
      return next(signal)
    },
    check: () => next(),
    authenticate: async () => 'You did not confirm.',
    ...page,
  })
  const tip = async (message = '', senderId = 'nadia') => {
    dialog.open()
    await dialog.submit({ amount: 5, message, senderId })
  }
  return { dialog, asked, tip, at: () => dialog.state().at, answerLate: late.resolve }
}

const dialogWith = (...answers: Answer[]) => dialogOn(presses, ...answers)

beforeEach(() => {
  keys = []
  sessionStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  for (const sender of ['nadia', 'omar']) presses.clearIdempotencyKey(sender)
  vi.useRealTimers()
})

describe('the tip dialog', () => {
  it('shows success two seconds after the result and closes four seconds later [TIP-2]', async () => {
    const { tip, at } = dialogWith(completed)
    await tip()
    vi.advanceTimersByTime(successDelayMs - 1)
    expect(at()).toBe('sent')
    vi.advanceTimersByTime(1)
    expect(at()).toBe('success')
    vi.advanceTimersByTime(successOpenMs - 1)
    expect(at()).toBe('success')
    vi.advanceTimersByTime(1)
    expect(at()).toBe('closed')
    expect([successDelayMs, successOpenMs]).toEqual([2000, 4000])
  })

  it('names card and reason, then only the card, for eight seconds [TIP-3]', async () => {
    const { dialog, tip, at } = dialogWith(declined, declined)
    await tip()
    expect(dialog.state()).toMatchObject({
      at: 'failure',
      declined: 'Visa •••• 0002 was declined - Your card was declined.',
    })
    vi.advanceTimersByTime(7999)
    expect(at()).toBe('failure')
    vi.advanceTimersByTime(1)
    expect(at()).toBe('closed')

    await tip()
    expect(dialog.state()).toMatchObject({
      at: 'retry_failure',
      declined: 'Visa •••• 0002 was declined. Please update your payment method to continue.',
    })
    dialog.tryAgain()
    expect(at()).toBe('retry_failure')
    vi.advanceTimersByTime(failureOpenMs)
    expect(at()).toBe('closed')
  })

  it('resets the failures after a success dialog [TIP-2, TIP-3]', async () => {
    const { dialog, tip, at } = dialogWith(declined, completed, declined)
    await tip()
    dialog.tryAgain()
    expect(at()).toBe('writing')
    await tip()
    vi.advanceTimersByTime(successDelayMs)
    dialog.close()
    await tip()
    expect(at()).toBe('failure')
  })

  it('sends once for repeated presses and trims the message [TIP-1, TIP-6]', async () => {
    const { dialog, asked } = dialogWith(completed)
    dialog.open()
    const thanks = { amount: 5, message: ' Thanks ', senderId: 'nadia' }
    await Promise.all([dialog.submit(thanks), dialog.submit(thanks)])
    expect(asked).toEqual(['5 Thanks key-1'])
  })

  it('repeats the tip after a lost response, and sends a new one after a response [TIP-6]', async () => {
    const { asked, tip, dialog } = dialogWith(new TypeError('no connection'), declined, completed)
    await tip()
    await tip()
    dialog.tryAgain()
    await tip()
    expect(asked).toEqual(['5  key-1', '5  key-1', '5  key-2'])
  })

  it('repeats the tip after a reload, but not for another person [TIP-6]', async () => {
    const before = dialogOn(await loadPage(), new TypeError('no connection'))
    await before.tip()
    const after = dialogOn(await loadPage(), declined, completed)
    await after.tip('', 'omar')
    after.dialog.tryAgain()
    await after.tip()
    expect([before.asked, after.asked]).toEqual([['5  key-1'], ['5  key-2', '5  key-1']])
  })

  it.each([401, 403, 404, 429, 500, 503])('keeps the pending tip after status %i [TIP-6]', async (status) => {
    const { asked, tip } = dialogWith(new TypeError('no connection'), refusal(status), completed)
    await tip()
    await tip()
    await tip()
    expect(asked).toEqual(['5  key-1', '5  key-1', '5  key-1'])
  })

  it.each([400, 409])('ends the pending tip after status %i [TIP-6]', async (status) => {
    const { asked, tip } = dialogWith(new TypeError('no connection'), refusal(status), completed)
    await tip()
    await tip()
    await tip()
    expect(asked).toEqual(['5  key-1', '5  key-1', '5  key-2'])
  })

  it('times out after 45 seconds and repeats the same tip [TIP-6]', async () => {
    const { asked, tip, at } = dialogWith('never', completed)
    const sent = tip()
    vi.advanceTimersByTime(responseTimeoutMs - 1)
    expect(at()).toBe('sending')
    vi.advanceTimersByTime(1)
    await sent
    expect(at()).toBe('writing')
    await tip()
    expect([responseTimeoutMs, asked]).toEqual([45_000, ['5  key-1', '5  key-1']])
  })

  it('polls a tip until it is settled [TIP-6]', async () => {
    const { tip, at } = dialogWith(
      { status: 'pending', tip: open },
      new TypeError('no connection'),
      { status: 'processing', tip: open },
      completed,
    )
    const settled = tip()
    await vi.advanceTimersByTimeAsync(0)
    expect(at()).toBe('checking')
    await vi.advanceTimersByTimeAsync(3 * checkEveryMs)
    await settled
    expect(at()).toBe('sent')
  })

  it('does not disturb a new tip when the previous one settles late [TIP-6]', async () => {
    const { dialog, tip, at, answerLate } = dialogWith({ status: 'pending', tip: open }, 'late')
    const settled = tip()
    await vi.advanceTimersByTimeAsync(checkEveryMs)
    expect(at()).toBe('checking')
    dialog.close()
    dialog.open()
    answerLate(completed)
    await settled
    expect(at()).toBe('writing')
  })

  it('reports a failed bank confirmation and resumes an unanswered one [TIP-6]', async () => {
    const asking: TipOutcome = { status: 'requires_action', tip: { ...open, clientSecret: 'secret' } }
    const { dialog, tip } = dialogWith(asking, asking, declined)
    await tip()
    expect(dialog.state()).toMatchObject({ at: 'asking', isAsked: false })
    dialog.close()
    dialog.open()
    expect(dialog.state()).toMatchObject({ at: 'asking', isAsked: false })
    await dialog.confirm()
    expect(dialog.state()).toMatchObject({ declined: 'Visa •••• 0002 was declined - You did not confirm.' })
  })
})
