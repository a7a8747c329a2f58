/* Stripe's published test cards (docs.stripe.com/testing) that the sandbox supports; other numbers are never sent. */

export const testCardChoices = [
  { number: '4242424242424242', outcome: 'Pays' },
  { number: '5555555555554444', outcome: 'Pays (Mastercard)' },
  { number: '378282246310005', outcome: 'Pays (American Express)' },
  { number: '4000000000000002', outcome: 'Is declined' },
  { number: '4000000000009995', outcome: 'Has insufficient funds' },
  { number: '4000000000000069', outcome: 'Has expired' },
  { number: '4000002500003155', outcome: 'Asks for 3-D Secure once' },
  { number: '4000002760003184', outcome: 'Asks for 3-D Secure every time' },
  { number: '4000000000000341', outcome: 'Can be saved, then declines at every renewal' },
] as const

const others = [
  '4000056655665556',
  '4000000000009987',
  '4000000000009979',
  '4000000000000127',
  '4000000000000119',
  '4000008260003178',
  '4000000000000259',
  '4000000000005423',
  '4000000000007726',
  '4000000000005126',
  '4000000000000077',
]

const known = new Set<string>([...testCardChoices.map(({ number }) => number), ...others])

export const isTestCard = (digits: string) => known.has(digits)
