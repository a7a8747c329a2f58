export const demoPassword = 'touchline-demo'

/** The accounts that visitors of the demo may sign in with. */
export const demoAccounts = [
  { key: 'creator', email: 'creator@touchline.example', description: 'the creator: publishes, hearts tips' },
  { key: 'member', email: 'member@touchline.example', description: 'a member with an active subscription' },
  { key: 'lapsed', email: 'lapsed@touchline.example', description: 'canceled, the paid time is over' },
  { key: 'pastDue', email: 'pastdue@touchline.example', description: 'a payment failed, the grace is over' },
  { key: 'newcomer', email: 'newcomer@touchline.example', description: 'signed up, never paid' },
  { key: 'blocked', email: 'blocked@touchline.example', description: 'suspended' },
  { key: 'moderator', email: 'moderator@touchline.example', description: 'decides reports and comments' },
  { key: 'admin', email: 'admin@touchline.example', description: 'keeps order' },
] as const

export type DemoAccountKey = (typeof demoAccounts)[number]['key']

export function demoEmail(key: DemoAccountKey): string {
  const account = demoAccounts.find((known) => known.key === key)
  if (!account) throw new Error(`there is no demo account ${key}`)
  return account.email
}
