import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'

export type WaitingIntent = Kinds['payment_intent'] | Kinds['setup_intent']

function outcomeOf(intent: WaitingIntent): string {
  if (intent.status === 'succeeded') return 'succeeded'
  return intent.status === 'processing' ? 'pending' : 'failed'
}

/** The return URL with the intent, its secret and the outcome; null when none was given. */
export function returnUrlOf(world: World, intent: WaitingIntent): string | null {
  const given = world.store.hidden(intent.id)['returnUrl']
  if (typeof given !== 'string' || !URL.canParse(given)) return null
  const url = new URL(given)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null
  const kind = intent.object
  url.searchParams.set(kind, intent.id)
  url.searchParams.set(`${kind}_client_secret`, intent.client_secret ?? '')
  url.searchParams.set('redirect_status', outcomeOf(intent))
  return url.href
}
