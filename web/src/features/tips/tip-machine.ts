/** The payment method of a tip. */
export type TipCard = { brand: string; last4: string } | null

/**
 * State of the dialog. `failures` counts consecutive declined tips and resets after a success. An `unanswered` bank
 * confirmation resumes when the dialog opens; until then the server accepts no other tip.
 */
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

/** An open tip; `clientSecret` is set while the bank requires confirmation. */
export type OpenTip = { id: string; card: TipCard; clientSecret: string | null }

export type TipEvent =
  | { type: 'open' | 'close' | 'press' | 'tryAgain' | 'timeUp' | 'completed' }
  | { type: 'bankAsks' | 'bankLeft' | 'checking'; tip: OpenTip }
  | { type: 'refused'; needsMethod: boolean }
  | { type: 'declined'; card: TipCard; error: string }

/** Delay before success is shown. */
export const successDelayMs = 2000
export const successOpenMs = 4000
export const failureOpenMs = 8000

export const closedTip: TipState = { at: 'closed', unanswered: null, failures: 0 }

/** How long a state lasts before `timeUp`; null without a limit. */
export function lifetimeOf({ at }: TipState): number | null {
  if (at === 'sent') return successDelayMs
  if (at === 'success') return successOpenMs
  return at === 'failure' || at === 'retry_failure' ? failureOpenMs : null
}

const named = (card: TipCard) => {
  if (!card) return 'Your payment method'
  const brand = card.brand.charAt(0).toUpperCase() + card.brand.slice(1)
  return card.last4 ? `${brand} •••• ${card.last4}` : brand
}

/** The dialog cannot be closed while a charge may be in progress. */
const isLocked = ({ at }: TipState) => at === 'sending' || at === 'sent'

const written = (failures: number, needsMethod = false): TipState => ({
  at: 'writing',
  needsMethod,
  failures,
})

function afterClose(state: TipState): TipState {
  if (isLocked(state) || state.at === 'closed') return state
  return {
    at: 'closed',
    unanswered: state.at === 'asking' ? state.tip : null,
    failures: state.at === 'success' ? 0 : state.failures,
  }
}

function afterDecline(failures: number, card: TipCard, error: string): TipState {
  if (failures === 0)
    return { at: 'failure', declined: `${named(card)} was declined - ${error}`, failures: 1 }
  const declined = `${named(card)} was declined. Please update your payment method to continue.`
  return { at: 'retry_failure', declined, failures: failures + 1 }
}

/** Returns the next state. Events without meaning in a state are ignored. */
export function afterTipEvent(state: TipState, event: TipEvent): TipState {
  const { at, failures } = state
  switch (event.type) {
    case 'open':
      if (at !== 'closed') return state
      return state.unanswered
        ? { at: 'asking', tip: state.unanswered, isAsked: false, failures }
        : written(failures)
    case 'close':
      return afterClose(state)
    case 'press':
      return at === 'writing' ? { at: 'sending', failures } : state
    case 'tryAgain':
      return at === 'failure' ? written(failures) : state
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
      return at === 'closed' ? state : written(failures, event.needsMethod)
    case 'declined':
      return afterDecline(failures, event.card, event.error)
    default:
      return state
  }
}
