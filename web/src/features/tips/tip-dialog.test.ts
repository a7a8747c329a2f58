import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkEveryMs, createTipDialog, type TipOutcome } from './tip-dialog.ts'
import { failureOpenMs, successDelayMs, successOpenMs } from './tip-machine.ts'

const card = { brand: 'visa', last4: '0002' }
const declined: TipOutcome = { status: 'failed', card, error: 'Your card was declined.' }
const completed: TipOutcome = { status: 'completed' }
const open = { id: 'tip', card, clientSecret: null }

type Answer = TipOutcome | Error | 'late'

/** The dialog against a server that gives these answers in turn; a late one waits for `answerLate`. */
function dialogWith(...answers: Answer[]) {
  const asked: string[] = []
  let keys = 0
  const late = Promise.withResolvers<TipOutcome>()
  const next = async () => {
    const answer = answers.shift()
    if (answer === 'late') return late.promise
    if (!answer || answer instanceof Error) throw answer ?? new Error('nothing more was expected')
    return answer
  }
  const dialog = createTipDialog({
    send: (amount, message, key) => {
      asked.push(`${amount} ${message} ${key}`)
      return next()
    },
    check: next,
    authenticate: async () => 'You did not confirm.',
    toRefusal: () => ({ needsMethod: false, isUnknown: true }),
    makeKey: () => `key-${(keys += 1)}`,
  })
  const tip = async (message = '') => {
    dialog.open()
    await dialog.press(5, message)
  }
  return { dialog, asked, tip, at: () => dialog.state().at, answerLate: late.resolve }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
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

  it('names the card and the reason, then only the card, and closes both after eight seconds [TIP-3]', async () => {
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

  it('counts failures anew once a success dialog was closed [TIP-2, TIP-3]', async () => {
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

  it('sends once however often it is pressed, and trims the message [TIP-1, TIP-6]', async () => {
    const { dialog, asked } = dialogWith(completed)
    dialog.open()
    await Promise.all([dialog.press(5, ' Thanks '), dialog.press(5, ' Thanks ')])
    expect(asked).toEqual(['5 Thanks key-1'])
  })

  it('asks for the same tip again when no answer came, and for a new one after an answer [TIP-6]', async () => {
    const { asked, tip, dialog } = dialogWith(new TypeError('no connection'), declined, completed)
    await tip()
    await tip()
    dialog.tryAgain()
    await tip()
    expect(asked).toEqual(['5  key-1', '5  key-1', '5  key-2'])
  })

  it('keeps asking about a tip that is being checked until it is settled [TIP-6]', async () => {
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

  it('leaves whoever writes another tip alone when the one before is settled late [TIP-6]', async () => {
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

  it('says why when the bank did not confirm, and takes the question up again when nobody answered it [TIP-6]', async () => {
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
