import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import type { WaitingIntent } from './return-url.ts'

/** One page a customer is sent to: what it asks, and what each answer does. */
export type Page = {
  method: 'card' | 'cashapp'
  heading: string
  explain: (amount: string) => string
  choices: readonly Choice[]
}

export type Choice = {
  value: string
  label: string
  isMain?: boolean
  decide: (world: World, intent: WaitingIntent, method: Kinds['payment_method']) => void
}
