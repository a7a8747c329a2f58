import { isMobile } from '#ui/is-mobile.ts'
import {
  type Account,
  confirmIntent,
  type FullAnswer,
  type FullIntent,
  redirectUrl,
  readIntent,
  toAnswer,
  toSetupAnswer,
} from './intent-calls.ts'
import {
  type AnyResult,
  type Confirmation,
  wrongPaymentMethod,
  type PaymentAnswer,
  type ProviderCalls,
} from './open-provider.ts'

const toPaymentAnswer = (answer: FullAnswer): PaymentAnswer =>
  answer.error ? { error: answer.error } : { paymentIntent: answer.intent }

/** A wallet on a phone opens its own app; the person leaves the page and returns to `returnUrl`. */
const leavesThePage = (type: Confirmation['method']['type']) => type === 'cashapp' && isMobile()

function afterAction(intent: FullIntent): AnyResult {
  const ofIntent = intent.object === 'setup_intent' ? { setup_intent: intent } : { payment_intent: intent }
  if (intent.status === 'requires_action')
    return {
      error: {
        type: 'invalid_request_error',
        code: `${intent.object}_authentication_failure`,
        message:
          'The authentication was not completed. You have not been charged; try again when you are ready.',
        ...ofIntent,
      },
    }
  const reason = intent.last_payment_error ?? intent.last_setup_error
  if (intent.status === 'requires_payment_method')
    return { error: { type: 'card_error', ...reason, ...ofIntent } }
  return toAnswer({ intent })
}

/** Navigates to `url`. Resolves only when the person comes back with the Back button. */
function visit(url: string) {
  return new Promise<void>((resolve) => {
    const cameBack = new AbortController()
    const onShow = ({ persisted }: PageTransitionEvent) => {
      // The first pageshow of a loading page is not a return.
      if (!persisted) return
      cameBack.abort()
      resolve()
    }
    window.addEventListener('pageshow', onShow, { signal: cameBack.signal })
    window.location.assign(url)
  })
}

/** Makes the same calls as Stripe.js, but to this site. */
export function openSandboxProvider(account: Account): ProviderCalls {
  const confirm = async ({ clientSecret, method, returnUrl }: Confirmation): Promise<FullAnswer> =>
    method.type === 'elements'
      ? { error: wrongPaymentMethod }
      : confirmIntent(account, {
          clientSecret,
          method,
          returnUrl: leavesThePage(method.type) ? returnUrl : null,
        })

  async function handleNextAction(clientSecret: string): Promise<AnyResult> {
    const before = await readIntent(account, clientSecret)
    if (before.error) return before
    const url = redirectUrl(before.intent)
    if (!url) return afterAction(before.intent)
    if (before.intent.next_action?.redirect_to_url || !isMobile()) {
      const isWaiting = async () => {
        const now = await readIntent(account, clientSecret)
        return now.intent ? redirectUrl(now.intent) !== null : true
      }
      const { showAuthentication } = await import('./authentication-dialog.tsx')
      const asks = before.intent.object === 'setup_intent' ? 'setup' : 'payment'
      await showAuthentication({
        url,
        asks,
        isWaiting,
        isCashApp: !before.intent.next_action?.redirect_to_url,
      })
    } else {
      await visit(url)
    }
    const after = await readIntent(account, clientSecret)
    return after.error ? after : afterAction(after.intent)
  }

  return {
    confirmPayment: async (confirmation) => toPaymentAnswer(await confirm(confirmation)),
    confirmSetup: async (confirmation) => toSetupAnswer(await confirm(confirmation)),
    handleNextAction,
  }
}
