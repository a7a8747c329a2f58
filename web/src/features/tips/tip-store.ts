import { useSyncExternalStore } from 'react'
import * as api from '@touchline/contract/site.ts'
import { call } from '#api/call.ts'
import { clearIdempotencyKey, getIdempotencyKey } from '#api/idempotency-key.ts'
import { createStore } from '#ui/store.ts'
import {
  checkTip,
  type OpenTip,
  sendTip,
  type TipCard,
  type TipOutcome,
  type TipSubmission,
  toRefusal,
} from './requests.ts'

/** `failures` counts declined tips in a row. An `unanswered` bank confirmation blocks other tips. */
export type TipState = { failures: number } & (
  | { at: 'closed'; unanswered: OpenTip | null }
  | { at: 'writing'; needsMethod: boolean }
  | { at: 'sending' }
  | { at: 'asking'; tip: OpenTip; isAsked: boolean }
  | { at: 'checking'; tip: OpenTip }
  | { at: 'sent' }
  | { at: 'success' }
  | { at: 'failure' | 'retry_failure'; declined: string }
)

export type TipEvent =
  | { type: 'open' | 'close' | 'submit' | 'tryAgain' | 'timeUp' | 'completed' }
  | { type: 'bankAsks' | 'bankLeft' | 'checking'; tip: OpenTip }
  | { type: 'refused'; needsMethod: boolean }
  | { type: 'declined'; card: TipCard; error: string }

/** Delay before success is shown. */
export const successDelayMs = 2000
export const successOpenMs = 4000
export const failureOpenMs = 8000

/** How long a state lasts before `timeUp`; null without a limit. */
function lifetimeOf({ at }: TipState): number | null {
  if (at === 'sent') return successDelayMs
  if (at === 'success') return successOpenMs
  return at === 'failure' || at === 'retry_failure' ? failureOpenMs : null
}

const cardName = (card: TipCard) => {
  if (!card) return 'Your payment method'
  const brand = card.brand.charAt(0).toUpperCase() + card.brand.slice(1)
  return card.last4 ? `${brand} •••• ${card.last4}` : brand
}

const writing = (failures: number, needsMethod = false): TipState => ({
  at: 'writing',
  needsMethod,
  failures,
})

function afterClose(state: TipState): TipState {
  // A charge may be in progress.
  if (state.at === 'sending' || state.at === 'sent') return state
  if (state.at === 'closed') return state
  return {
    at: 'closed',
    unanswered: state.at === 'asking' ? state.tip : null,
    failures: state.at === 'success' ? 0 : state.failures,
  }
}

function afterDecline(failures: number, card: TipCard, error: string): TipState {
  if (failures === 0)
    return { at: 'failure', declined: `${cardName(card)} was declined - ${error}`, failures: 1 }
  const declined = `${cardName(card)} was declined. Please update your payment method to continue.`
  return { at: 'retry_failure', declined, failures: failures + 1 }
}

/** Returns the next state. Events without meaning in a state are ignored. */
function afterTipEvent(state: TipState, event: TipEvent): TipState {
  const { at, failures } = state
  switch (event.type) {
    case 'open':
      if (at !== 'closed') return state
      return state.unanswered
        ? { at: 'asking', tip: state.unanswered, isAsked: false, failures }
        : writing(failures)
    case 'close':
      return afterClose(state)
    case 'submit':
      return at === 'writing' ? { at: 'sending', failures } : state
    case 'tryAgain':
      return at === 'failure' ? writing(failures) : state
    case 'timeUp':
      return at === 'sent' ? { at: 'success', failures } : afterClose(state)
    case 'completed':
      return at === 'closed' ? state : { at: 'sent', failures }
    case 'bankAsks':
      return { at: 'asking', tip: event.tip, isAsked: true, failures }
    case 'bankLeft':
      return { at: 'asking', tip: event.tip, isAsked: false, failures }
    case 'checking':
      return at === 'closed' ? state : { at: 'checking', tip: event.tip, failures }
    case 'refused':
      return at === 'closed' ? state : writing(failures, event.needsMethod)
    case 'declined':
      return afterDecline(failures, event.card, event.error)
    default:
      return state
  }
}

type Ports = {
  send: typeof sendTip
  check: typeof checkTip
  authenticate: typeof authenticate
  /** The person's current idempotency key, which survives a reload until it is settled. */
  getIdempotencyKey: (senderId: string) => string
  clearIdempotencyKey: (senderId: string) => void
}

export const checkEveryMs = 2000
/** Response timeout: longer than the server waits for the provider. */
export const responseTimeoutMs = 45_000

const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))

/** Sends one tip at a time. After a lost response the next attempt repeats the same tip. */
export function createTipDialog(ports: Ports) {
  const store = createStore<TipState>({ at: 'closed', unanswered: null, failures: 0 })
  const listeners = new Set<(event: TipEvent, error?: unknown) => void>()
  let timer: ReturnType<typeof setTimeout> | undefined

  function apply(event: TipEvent, error?: unknown) {
    const next = afterTipEvent(store.get(), event)
    if (next !== store.get()) {
      clearTimeout(timer)
      const lifetime = lifetimeOf(next)
      if (lifetime !== null) timer = setTimeout(() => apply({ type: 'timeUp' }), lifetime)
      store.set(next)
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
  function isChecking({ id }: OpenTip) {
    const state = store.get()
    return state.at === 'checking' && state.tip.id === id
  }

  const check = (tip: OpenTip): Promise<TipOutcome> =>
    ports.check(tip).catch(() => ({ status: 'pending', tip }))

  async function look(tip: OpenTip): Promise<void> {
    const outcome = await check(tip)
    return isChecking(tip) ? settle(outcome) : undefined
  }

  async function ask(tip: OpenTip): Promise<void> {
    apply({ type: 'bankAsks', tip })
    // The server decides the outcome, not this dialog.
    const reason = tip.clientSecret ? await ports.authenticate(tip.clientSecret).catch(() => null) : null
    const outcome = await check(tip)
    if (outcome.status === 'requires_action') return apply({ type: 'bankLeft', tip })
    return settle(outcome.status === 'failed' && reason ? { ...outcome, error: reason } : outcome)
  }

  async function submit({ senderId, amount, message }: TipSubmission): Promise<void> {
    if (store.get().at !== 'writing') return
    apply({ type: 'submit' })
    const limit = new AbortController()
    const timeout = setTimeout(() => limit.abort(), responseTimeoutMs)
    try {
      const key = ports.getIdempotencyKey(senderId)
      const outcome = await ports.send({ amount, message: message.trim(), key, signal: limit.signal })
      ports.clearIdempotencyKey(senderId)
      clearTimeout(timeout)
      await settle(outcome)
    } catch (error) {
      clearTimeout(timeout)
      const { needsMethod, isSettled } = toRefusal(error)
      if (isSettled) ports.clearIdempotencyKey(senderId)
      apply({ type: 'refused', needsMethod }, error)
    }
  }

  return {
    state: store.get,
    onChange: store.subscribe,
    open: () => apply({ type: 'open' }),
    close: () => apply({ type: 'close' }),
    tryAgain: () => apply({ type: 'tryAgain' }),
    submit,
    /** Reopens the bank's confirmation. */
    confirm() {
      const state = store.get()
      return state.at === 'asking' && !state.isAsked ? ask(state.tip) : Promise.resolve()
    },
    onEvent(listener: (event: TipEvent, error?: unknown) => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** Runs the bank's confirmation; resolves to an error message, or null on success. */
async function authenticate(clientSecret: string): Promise<string | null> {
  const [{ openProvider }, site] = await Promise.all([import('#payments/open-provider.ts'), call(api.show)])
  const { error } = await openProvider(site).handleNextAction(clientSecret)
  return error?.message ?? null
}

/** The single tip dialog of the page, which several buttons open. */
export const tipDialog = createTipDialog({
  send: sendTip,
  check: checkTip,
  authenticate,
  getIdempotencyKey: (senderId) => getIdempotencyKey(`tip:${senderId}`),
  clearIdempotencyKey: (senderId) => clearIdempotencyKey(`tip:${senderId}`),
})

export const useTipState = () => useSyncExternalStore(tipDialog.onChange, tipDialog.state)
