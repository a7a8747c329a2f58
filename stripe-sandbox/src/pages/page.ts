import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import type { WaitingIntent } from './return-url.ts'

/** A page a customer is redirected to: its question and the effect of each choice. */
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
