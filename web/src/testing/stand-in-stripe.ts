type Settings = {
  /** The address that replaces Stripe's API for confirming intents. */
  api: string
  /** A page to frame next to the fields, as Stripe does; null for none. */
  frame: string | null
}
type Form = Record<string, string>
type Handler = (event?: unknown) => void

/**
 * A stand-in for Stripe.js that makes the same requests. It is served as text, so it must be self-contained.
 * It tests our side only and shows no bank authentication.
 */
export function installStandInStripe(place: object, { api, frame }: Settings): void {
  const recorded: { options: object[]; confirmed: Form[]; fieldOptions: object[] } = {
    options: [],
    confirmed: [],
    fieldOptions: [],
  }

  async function ask(key: string, secret: string, more: Form | null) {
    const id = secret.split('_secret_')[0] ?? ''
    const kind = secret.startsWith('seti_') ? 'setup_intents' : 'payment_intents'
    const form = new URLSearchParams({ key, client_secret: secret, ...more })
    try {
      const response = more
        ? await fetch(`${api}/v1/${kind}/${id}/confirm`, { method: 'POST', body: form })
        : await fetch(`${api}/v1/${kind}/${id}?${form}`)
      const body = await response.json()
      if (!response.ok) return { error: body.error }
      return body.object === 'setup_intent' ? { setupIntent: body } : { paymentIntent: body }
    } catch {
      return { error: { type: 'api_connection_error', message: 'We are experiencing issues connecting.' } }
    }
  }

  function makeFields(options: object) {
    recorded.fieldOptions.push(options)
    const handlers = new Map<string, Handler>()
    const input = document.createElement('input')
    let box: Element | null = null
    return {
      input,
      on: (name: string, handler: Handler) => handlers.set(name, handler),
      off: (name: string) => handlers.delete(name),
      mount(target: Element) {
        box = target
        const label = document.createElement('label')
        label.append('Stand-in card number ', input)
        target.append(label)
        if (frame) {
          const framed = document.createElement('iframe')
          framed.src = frame
          framed.title = 'Secure payment input frame'
          framed.addEventListener('load', () => handlers.get('ready')?.({ elementType: 'payment' }))
          target.append(framed)
        } else {
          queueMicrotask(() => handlers.get('ready')?.({ elementType: 'payment' }))
        }
      },
      focus: () => input.focus(),
      update(changed: { readOnly?: boolean }) {
        input.readOnly = changed.readOnly ?? false
      },
      unmount: () => box?.replaceChildren(),
      destroy: () => box?.replaceChildren(),
    }
  }

  function makeElements(options: object) {
    recorded.options.push(options)
    let fields: ReturnType<typeof makeFields> | null = null
    return {
      create(_type: string, fieldOptions: object) {
        fields = makeFields(fieldOptions)
        return fields
      },
      getElement: () => fields,
      update: (changed: object) => void recorded.options.push(changed),
      async submit() {
        if (fields && fields.input.value === '') {
          const message = 'Your card number is incomplete.'
          return { error: { type: 'validation_error', code: 'incomplete_number', message } }
        }
        return { selectedPaymentMethod: 'card' }
      },
      /** Only the stand-in looks into its fields: Stripe's are in a frame of its own. */
      typed: () => fields?.input.value ?? '4242424242424242',
    }
  }

  type Confirming = {
    elements: ReturnType<typeof makeElements>
    clientSecret: string
    confirmParams: { return_url: string }
    redirect: string
  }

  const Stripe = Object.assign(
    (key: string) => {
      const confirm = ({ elements, clientSecret, confirmParams, redirect }: Confirming) => {
        recorded.confirmed.push({ redirect, return_url: confirmParams.return_url })
        return ask(key, clientSecret, {
          return_url: confirmParams.return_url,
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': elements.typed(),
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '2034',
          'payment_method_data[card][cvc]': '123',
        })
      }
      return {
        elements: makeElements,
        confirmPayment: confirm,
        confirmSetup: confirm,
        async handleNextAction({ clientSecret }: { clientSecret: string }) {
          const now = await ask(key, clientSecret, null)
          const { status } = now.paymentIntent ?? now.setupIntent ?? {}
          if (status === 'requires_action') return now
          // Stripe.js throws when no action is pending.
          if (status !== undefined) throw new Error('handleNextAction: the intent wants no action')
          return now
        },
        // React's wrapper checks for these methods but calls none of them.
        createToken: ask,
        createPaymentMethod: ask,
        confirmCardPayment: ask,
      }
    },
    { version: 'endive' },
  )
  Object.assign(place, { Stripe, standIn: recorded })
}
