import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import type { WaitingIntent } from '#pages/return-url.ts'
import { failAction, pay } from '#resources/paying.ts'
import { finishSetup } from '#resources/setup-intents.ts'
import type { Page } from './page.ts'

/** The customer approved; the bank may still decline. */
export function accept(world: World, intent: WaitingIntent, method: Kinds['payment_method']): void {
  if (intent.object === 'setup_intent') finishSetup(world, intent, method, true)
  else pay(world, intent, method, { offSession: false, authenticated: true })
}

/** The customer rejected. */
export function decline(world: World, intent: WaitingIntent, method: Kinds['payment_method']): void {
  if (intent.object === 'setup_intent') finishSetup(world, intent, method, false)
  else failAction(world, intent, method)
}

export const authenticationPage: Page = {
  method: 'card',
  heading: '3-D Secure test page',
  explain: (what) =>
    `Your bank would now ask you to confirm ${what}. This is a test: no bank is asked and no money moves.`,
  choices: [
    { value: 'complete', label: 'Complete', isMain: true, decide: accept },
    { value: 'fail', label: 'Fail', decide: decline },
  ],
}
