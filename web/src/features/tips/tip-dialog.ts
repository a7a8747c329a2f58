import {
  afterTipEvent,
  closedTip,
  lifetimeOf,
  type OpenTip,
  type TipCard,
  type TipEvent,
  type TipState,
} from './tip-machine.ts'

/** How a tip stands, as the server says. */
export type TipOutcome =
  | { status: 'completed' }
  | { status: 'failed'; card: TipCard; error: string }
  | { status: 'requires_action' | 'pending' | 'processing'; tip: OpenTip }

/** Why a press did not end in a tip; `isSettled`: nothing was charged for it, so that the next one is another tip. */
export type TipRefusal = { needsMethod: boolean; isSettled: boolean }

/** What is sent: `amount` in dollars, whoever is signed in, and what names this press. */
export type TipSubmission = { amount: number; message: string; senderId: string }

type Ports = {
  /** Sends a tip; the same key is the same tip. Rejects when `signal` fires. */
  send: (tip: TipSubmission & { key: string; signal: AbortSignal }) => Promise<TipOutcome>
  /** Asks again how an open tip stands. */
  check: (tip: OpenTip) => Promise<TipOutcome>
  /** Lets the bank ask its question; answers why it said no, if it did and says so. */
  authenticate: (clientSecret: string) => Promise<string | null>
  toRefusal: (error: unknown) => TipRefusal
  /** The key of this person's press; the same, also after a reload, until it was ended. */
  getIdempotencyKey: (senderId: string) => string
  clearIdempotencyKey: (senderId: string) => void
}

/** How long between two looks at a tip that is still being checked. */
export const checkEveryMs = 2000
/** How long the answer to a press is waited for: longer than the server waits for the provider. */
export const responseTimeoutMs = 45_000

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/**
 * The tip dialog without its looks: what the states of `tip-machine.ts` do. One press is one tip: it does nothing
 * while another is on its way, and after an answer that never came the next press asks for the same tip again.
 * `onEvent` hears every event, refusals with their error.
 */
export function createTipDialog({
  send,
  check,
  authenticate,
  toRefusal,
  getIdempotencyKey,
  clearIdempotencyKey,
}: Ports) {
  let state: TipState = closedTip
  let timer: ReturnType<typeof setTimeout> | undefined
  const renders = new Set<() => void>()
  const listeners = new Set<(event: TipEvent, error?: unknown) => void>()

  function apply(event: TipEvent, error?: unknown) {
    const before = state
    state = afterTipEvent(state, event)
    if (state !== before) {
      clearTimeout(timer)
      const lifetime = lifetimeOf(state)
      if (lifetime !== null) timer = setTimeout(() => apply({ type: 'timeUp' }), lifetime)
      for (const render of renders) render()
    }
    for (const listener of listeners) listener(event, error)
  }

  async function settle(outcome: TipOutcome): Promise<void> {
    if (outcome.status === 'completed') return apply({ type: 'completed' })
    if (outcome.status === 'failed') return apply({ ...outcome, type: 'declined' })
    const { status, tip } = outcome
    if (status === 'requires_action' && tip.clientSecret) return ask(tip)
    apply({ type: 'checking', tip })
    await pause(checkEveryMs)
    return isChecking(tip) ? look(tip) : undefined
  }

  // Somebody who closed the dialog finds the tip under My Tips, and may be writing another one by now.
  const isChecking = ({ id }: OpenTip) => state.at === 'checking' && state.tip.id === id

  async function look(tip: OpenTip): Promise<void> {
    const outcome = await check(tip).catch(() => ({ status: 'pending' as const, tip }))
    return isChecking(tip) ? settle(outcome) : undefined
  }

  async function ask(tip: OpenTip): Promise<void> {
    apply({ type: 'bankAsks', tip })
    // What came of it is the server's to say, not the window's.
    const reason = tip.clientSecret ? await authenticate(tip.clientSecret).catch(() => null) : null
    const outcome = await check(tip).catch(() => ({ status: 'pending' as const, tip }))
    if (outcome.status === 'requires_action') return apply({ type: 'bankLeft', tip })
    return settle(outcome.status === 'failed' && reason ? { ...outcome, error: reason } : outcome)
  }

  async function press(tip: TipSubmission): Promise<void> {
    if (state.at !== 'writing') return
    apply({ type: 'press' })
    const limit = new AbortController()
    const waiting = setTimeout(() => limit.abort(), responseTimeoutMs)
    try {
      const key = getIdempotencyKey(tip.senderId)
      const outcome = await send({ ...tip, message: tip.message.trim(), key, signal: limit.signal })
      clearIdempotencyKey(tip.senderId)
      clearTimeout(waiting)
      await settle(outcome)
    } catch (error) {
      clearTimeout(waiting)
      const { needsMethod, isSettled } = toRefusal(error)
      if (isSettled) clearIdempotencyKey(tip.senderId)
      apply({ type: 'refused', needsMethod }, error)
    }
  }

  return {
    state: () => state,
    open: () => apply({ type: 'open' }),
    close: () => apply({ type: 'close' }),
    tryAgain: () => apply({ type: 'tryAgain' }),
    press,
    /** Opens the bank's question again. */
    confirm: () => (state.at === 'asking' && !state.isAsked ? ask(state.tip) : Promise.resolve()),
    onChange: (render: () => void) => {
      renders.add(render)
      return () => renders.delete(render)
    },
    onEvent: (listener: (event: TipEvent, error?: unknown) => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
