import {
  afterTipEvent,
  closedTip,
  lifetimeOf,
  type OpenTip,
  type TipCard,
  type TipEvent,
  type TipState,
} from './tip-machine.ts'

/** The state of a tip according to the server. */
export type TipOutcome =
  | { status: 'completed' }
  | { status: 'failed'; card: TipCard; error: string }
  | { status: 'requires_action' | 'pending' | 'processing'; tip: OpenTip }

/** Why sending failed. `isSettled`: nothing was charged, so the next attempt is a new tip. */
export type TipRefusal = { needsMethod: boolean; isSettled: boolean }

/** A tip to send: `amount` in dollars, and the sender. */
export type TipSubmission = { amount: number; message: string; senderId: string }

type Ports = {
  /** Sends a tip; the same key means the same tip. Rejects when `signal` aborts. */
  send: (tip: TipSubmission & { key: string; signal: AbortSignal }) => Promise<TipOutcome>
  /** Refreshes an open tip. */
  check: (tip: OpenTip) => Promise<TipOutcome>
  /** Runs the bank's confirmation; resolves to an error message if it failed with one. */
  authenticate: (clientSecret: string) => Promise<string | null>
  toRefusal: (error: unknown) => TipRefusal
  /** The person's current idempotency key, which survives a reload until it is settled. */
  getIdempotencyKey: (senderId: string) => string
  clearIdempotencyKey: (senderId: string) => void
}

/** Poll interval of a tip that is being checked. */
export const checkEveryMs = 2000
/** Response timeout: longer than the server waits for the provider. */
export const responseTimeoutMs = 45_000

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/**
 * The logic of the tip dialog, driven by the states of `tip-machine.ts`. Only one tip is sent at a time, and after a
 * lost response the next attempt repeats the same tip. `onEvent` receives every event, and the error of a refusal.
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

  // After closing, the tip is under My Tips, and another tip may be in progress.
  const isChecking = ({ id }: OpenTip) => state.at === 'checking' && state.tip.id === id

  async function look(tip: OpenTip): Promise<void> {
    const outcome = await check(tip).catch(() => ({ status: 'pending' as const, tip }))
    return isChecking(tip) ? settle(outcome) : undefined
  }

  async function ask(tip: OpenTip): Promise<void> {
    apply({ type: 'bankAsks', tip })
    // The server decides the outcome, not this dialog.
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
    /** Reopens the bank's confirmation. */
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
