import * as z from 'zod/mini'
import { termsAccepted } from './agreements.ts'
import { emailAddress, password } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { personName } from './names.ts'
import { user } from './people.ts'
import { isStorableText } from './text.ts'

export const subscriptionStates = [
  'complimentary',
  'active',
  'past_due',
  'canceled_pending',
  'payment_processing',
  'payment_failed',
  'subscription_canceled',
  'revoked',
  'none',
] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/** A promotion code: trimmed and in capitals. */
export const promoCode = z
  .string({ error: 'Enter a promo code.' })
  .check(
    z.trim(),
    z.toUpperCase(),
    z.minLength(1, 'Enter a promo code.'),
    z.maxLength(100),
    z.refine(isStorableText),
  )

const optionalPromoCode = z.optional(z.nullable(promoCode))

const setupIntentId = z
  .string()
  .check(z.regex(/^seti_\w{1,250}$/, 'A saved payment method has an id of seti_…'))

/** The card saved for a code that covers the whole price. */
const optionalSetup = z.optional(z.nullable(setupIntentId))

/** The ASCII digit for a digit of any script: the ten digits of a script are consecutive. */
function asciiDigit(digit: string) {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value % 10)
}

/** A phone number in plain characters: no invisible marks, one kind of hyphen, plus, and digits. */
const plainNumber = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{Cf}\p{DI}\ufffc]/gu, '')
    .replaceAll(/[\p{Pd}\u2212\u02d7\u2043\u30fc]/gu, '-')
    .replaceAll(/\p{Nd}/gu, asciiDigit)
    .trim()

/** A phone number, saved in plain characters. */
export const phoneNumber = z
  .string({ error: 'Phone number is required' })
  .check(
    z.overwrite(plainNumber),
    z.minLength(1, 'Phone number is required'),
    z.maxLength(32, 'Valid phone number required'),
    z.regex(/^\+?[\d\s\-()]{10,}$/, 'Valid phone number required'),
  )

/** The fields of the signup form that reach the server. */
export const applicant = {
  email: emailAddress,
  firstName: personName(60, 'First name is required'),
  lastName: personName(60, 'Last name is required'),
  /** Required and saved only if the site asks for it: `features.asksPhone` of GET /api/site. */
  phoneNumber: z.optional(phoneNumber),
}

const withPasswordTwice = <Phone extends typeof phoneNumber | z.ZodMiniOptional<typeof phoneNumber>>(
  phone: Phone,
) =>
  z
    .object({
      ...applicant,
      phoneNumber: phone,
      password,
      confirmPassword: z
        .string({ error: 'Please confirm your password' })
        .check(z.minLength(1, 'Please confirm your password')),
      termsAccepted,
    })
    .check(
      z.refine((form) => form.password === form.confirmPassword, {
        error: "Passwords don't match",
        path: ['confirmPassword'],
        when: () => true,
      }),
    )

/** The signup form in the browser: the fields for the server and those of the form alone. */
export const signupForm = withPasswordTwice(phoneNumber)

/** The signup form without a phone number. */
export const signupFormWithoutPhone = withPasswordTwice(applicant.phoneNumber)

export const checkSignup = endpoint({
  method: 'POST',
  path: '/api/check-signup',
  access: 'public',
  summary: 'Checks a signup form before the payment: refuses a known email address or a weak password.',
  body: z.object({ email: applicant.email, password }),
  status: 204,
})

const address = z.string().check(z.maxLength(2000))

export const createSubscriptionIntent = endpoint({
  method: 'POST',
  path: '/api/create-subscription-intent',
  access: 'public',
  summary: 'Starts a signup: saves it and prepares the first payment.',
  body: z.object({
    ...applicant,
    couponCode: optionalPromoCode,
    setupIntentId: optionalSetup,
    password: z.optional(password),
    termsAccepted,
    /** The first page of the visit and what linked to it. */
    cameFrom: z.optional(z.object({ url: address, referrer: address })),
  }),
  reply: z.object({
    /** The secret of the payment, or of the card to save (seti_…) if a code covers the price. */
    clientSecret: z.nullable(z.string()),
    /** Empty while a code still requires a card. */
    subscriptionId: z.string(),
    alreadyPaid: z.optional(z.boolean()),
  }),
})

export const createUser = endpoint({
  method: 'POST',
  path: '/api/create-user',
  access: 'public',
  summary: 'Finishes a paid signup: the server verifies the payment, creates the account and signs in.',
  body: z.object({
    subscriptionId: z.nullish(z.string().check(z.maxLength(255))),
    paymentIntentId: z.nullish(z.string().check(z.maxLength(255))),
    email: z.optional(z.string().check(z.maxLength(254))),
    password: z.optional(z.string().check(z.maxLength(256))),
  }),
  reply: z.union([
    z.object({ user }),
    z.object({ message: z.string(), subscriptionState: z.literal('payment_processing') }),
    z.object({ message: z.string(), accountReady: z.literal(true) }),
  ]),
  status: 201,
  alsoStatus: [200, 202],
})

const finishToken = z
  .string({ error: 'This link is incomplete.' })
  .check(z.minLength(1, 'This link is incomplete.'), z.maxLength(200, 'This link is incomplete.'))

export const finishSignup = endpoint({
  method: 'POST',
  path: '/api/finish-signup',
  access: 'public',
  summary: 'Reopens the signup of a person who paid without choosing a password, with the emailed token.',
  body: z.object({ token: finishToken }),
  status: 204,
})

export const finishSignupLink = endpoint({
  method: 'GET',
  path: '/api/finish-signup',
  access: 'public',
  summary: 'The link in emails of version 0.1.0: redirects to the page that asks.',
  query: z.object({ token: finishToken }),
  status: 302,
})

export const subscriptionStatus = endpoint({
  method: 'GET',
  path: '/api/subscription-status',
  access: 'signedIn',
  summary: 'Whether the viewer has access, and the text about it.',
  query: z.object({ refresh: z.optional(z.enum(['0', '1'])) }),
  reply: z.object({
    hasAccess: z.boolean(),
    subscriptionState: z.enum(subscriptionStates),
    message: z.string(),
    userMessage: z.string(),
    showSubscribeButton: z.boolean(),
    showContactSupport: z.boolean(),
    subscriptionPrice: z.number(),
    accessUntil: z.nullable(z.iso.datetime()),
  }),
})
export type SubscriptionStatus = z.output<typeof subscriptionStatus.reply & {}>

export const checkAccess = endpoint({
  method: 'GET',
  path: '/api/check-access',
  access: 'signedIn',
  summary: 'Whether the viewer has access.',
  reply: z.object({ hasAccess: z.boolean() }),
})

export const subscriptionDetails = endpoint({
  method: 'GET',
  path: '/api/subscription-details',
  access: 'signedIn',
  summary: 'The viewer’s subscription and saved payment methods.',
  reply: z.object({
    subscription: z.nullable(
      z.object({
        status: z.string(),
        current_period_end: z.number(),
        cancel_at_period_end: z.boolean(),
        /** False while the current month is unpaid, and after its end: canceling then ends it at once. */
        is_paid_up: z.optional(z.boolean()),
        /** Cents due on the open invoice; null if none is open. */
        amount_due: z.nullable(z.number()),
        items: z.object({ data: z.array(z.object({ price: z.object({ unit_amount: z.number() }) })) }),
      }),
    ),
    paymentMethods: z.array(z.object({ card: z.object({ brand: z.string(), last4: z.string() }) })),
  }),
})

export const isResubscriber = endpoint({
  method: 'GET',
  path: '/api/is-resubscriber',
  access: 'signedIn',
  summary: 'Whether the viewer was subscribed before and is not now.',
  reply: z.object({ isResubscriber: z.boolean() }),
})

const start = {
  couponCode: optionalPromoCode,
  setupIntentId: optionalSetup,
  /** Required for a new subscription, not to resume one. */
  termsAccepted: z.optional(termsAccepted),
}

const startReply = z.object({
  clientSecret: z.nullable(z.string()),
  subscriptionId: z.nullable(z.string()),
  /** `requires_card`: save a card with the secret, then repeat the request with its `setupIntentId`. */
  status: z.enum(['requires_payment', 'requires_card', 'active', 'already_subscribed']),
  resumed: z.optional(z.boolean()),
})

export const createSubscription = endpoint({
  method: 'POST',
  path: '/api/create-subscription',
  access: 'subscriber',
  summary: 'Starts the viewer’s first subscription.',
  body: z.object(start),
  reply: startReply,
})

export const createResubscription = endpoint({
  method: 'POST',
  path: '/api/create-resubscription',
  access: 'subscriber',
  summary: 'Starts a subscription again, or resumes a canceled one.',
  body: z.object(start),
  reply: startReply,
})

export const validateCoupon = endpoint({
  method: 'POST',
  path: '/api/validate-stripe-coupon',
  access: 'public',
  summary: 'The discount of a promotion code on the first payment, in dollars.',
  body: z.object({ couponCode: promoCode }),
  reply: z.object({
    code: z.string(),
    discountAmount: z.number(),
    finalPrice: z.number(),
    /** The price of every later month. */
    renewalPrice: z.number(),
    /** False if nothing is due and the code requires no card. */
    cardRequired: z.boolean(),
  }),
})

export const memberCount = endpoint({
  method: 'GET',
  path: '/api/member-count',
  access: 'creator',
  summary: 'How many members there are: the people who see a post for members.',
  reply: z.object({ members: z.int() }),
})

export const startCardUpdate = endpoint({
  method: 'POST',
  path: '/api/payment-method/setup',
  access: 'subscriber',
  summary: 'Prepares saving another payment method.',
  reply: z.object({ clientSecret: z.string() }),
})

export const finishCardUpdate = endpoint({
  method: 'POST',
  path: '/api/payment-method/confirm',
  access: 'subscriber',
  summary: 'Makes a newly saved payment method the one that is charged.',
  body: z.object({ setupIntentId }),
  reply: z.object({
    paymentMethods: z.array(z.object({ card: z.object({ brand: z.string(), last4: z.string() }) })),
  }),
})

export const billingPortal = endpoint({
  method: 'POST',
  path: '/api/billing-portal',
  access: 'subscriber',
  summary: 'A short-lived URL of the Stripe portal for payment methods and receipts. No subscription: 409.',
  query: z.object({ page: z.optional(z.enum(['payment-method', 'overview'])) }),
  reply: z.object({ url: z.string() }),
})

export const cancelPortal = endpoint({
  method: 'POST',
  path: '/api/cancel-subscription-portal',
  access: 'subscriber',
  summary: 'A short-lived URL of the Stripe portal to cancel the subscription. Nothing to cancel there: 409.',
  reply: z.object({ url: z.string() }),
})

export const cancelSubscription = endpoint({
  method: 'POST',
  path: '/api/cancel-subscription',
  access: 'subscriber',
  summary:
    'Cancels the viewer’s subscription: at the end of the paid month, or at once while a renewal is unpaid. Nothing to cancel: 409.',
  reply: subscriptionStatus.reply,
})

export const resumeSubscription = endpoint({
  method: 'POST',
  path: '/api/resume-subscription',
  access: 'subscriber',
  summary: 'Resumes a canceled subscription that has not ended. Nothing to resume: 409.',
  reply: subscriptionStatus.reply,
})

export const stripeWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/stripe',
  access: 'public',
  evenSuspended: true,
  summary: 'Receives signed events of the payment provider.',
  reply: z.object({ received: z.literal(true) }),
})
