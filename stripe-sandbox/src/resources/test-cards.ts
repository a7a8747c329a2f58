/** A decline: Stripe's code, the bank's reason, and the message. */
export type Decline = { code: string; decline_code?: string; message: string }

/** How a test card behaves. A payment method stores only its name, never a number. */
export type TestCard = {
  number: string
  name: string
  brand: 'visa' | 'mastercard' | 'amex'
  /** Declines every charge with this, and saving the card as well, unless `attaches`. */
  decline?: Decline
  attaches?: boolean
  /** Asks for authentication always, or unless the card was set up and the charge is off-session. */
  authenticates?: 'always' | 'unless_set_up'
  /** What follows a successful charge. */
  later?: 'dispute' | 'fraud_warning' | 'refund_pending' | 'refund_fails' | 'available_at_once'
}

const declined = (reason: string, message = 'Your card was declined.', code = 'card_declined'): Decline => ({
  code,
  decline_code: reason,
  message,
})
/** The decline of any card after its last month. */
export const expired = declined('expired_card', 'Your card has expired.', 'expired_card')
const noFunds = declined('insufficient_funds', 'Your card has insufficient funds.')

/** Stripe's published test cards that this sandbox knows (docs.stripe.com/testing). */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', name: 'visa', brand: 'visa' },
  { number: '4000056655665556', name: 'visa_debit', brand: 'visa' },
  { number: '5555555555554444', name: 'mastercard', brand: 'mastercard' },
  { number: '378282246310005', name: 'amex', brand: 'amex' },
  {
    number: '4000000000000002',
    name: 'chargeDeclined',
    brand: 'visa',
    decline: declined('generic_decline'),
  },
  { number: '4000000000009995', name: 'chargeDeclinedInsufficientFunds', brand: 'visa', decline: noFunds },
  {
    number: '4000000000009987',
    name: 'chargeDeclinedLostCard',
    brand: 'visa',
    decline: declined('lost_card'),
  },
  {
    number: '4000000000009979',
    name: 'chargeDeclinedStolenCard',
    brand: 'visa',
    decline: declined('stolen_card'),
  },
  {
    number: '4000000000000069',
    name: 'chargeDeclinedExpiredCard',
    brand: 'visa',
    decline: expired,
  },
  {
    number: '4000000000000127',
    name: 'chargeDeclinedIncorrectCvc',
    brand: 'visa',
    decline: declined('incorrect_cvc', "Your card's security code is incorrect.", 'incorrect_cvc'),
  },
  {
    number: '4000000000000119',
    name: 'chargeDeclinedProcessingError',
    brand: 'visa',
    decline: declined(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
      'processing_error',
    ),
  },
  {
    number: '4000000000000341',
    name: 'chargeCustomerFail',
    brand: 'visa',
    decline: declined('generic_decline'),
    attaches: true,
  },
  { number: '4000002760003184', name: 'authenticationRequired', brand: 'visa', authenticates: 'always' },
  {
    number: '4000002500003155',
    name: 'authenticationRequiredOnSetup',
    brand: 'visa',
    authenticates: 'unless_set_up',
  },
  {
    number: '4000008260003178',
    name: 'authenticationRequiredChargeDeclinedInsufficientFunds',
    brand: 'visa',
    authenticates: 'always',
    decline: noFunds,
    attaches: true,
  },
  { number: '4000000000000259', name: 'createDispute', brand: 'visa', later: 'dispute' },
  { number: '4000000000005423', name: 'createIssuerFraudRecord', brand: 'visa', later: 'fraud_warning' },
  { number: '4000000000007726', name: 'pendingRefund', brand: 'visa', later: 'refund_pending' },
  { number: '4000000000005126', name: 'refundFail', brand: 'visa', later: 'refund_fails' },
  { number: '4000000000000077', name: 'bypassPending', brand: 'visa', later: 'available_at_once' },
]

const byNumber = new Map(testCards.map((card) => [card.number, card]))
const byName = new Map(testCards.map((card) => [card.name, card]))

export const cardOfNumber = (number: string): TestCard | undefined => byNumber.get(number)
export const cardOfName = (name: string): TestCard | undefined => byName.get(name)
