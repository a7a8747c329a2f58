import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { escaped, seeOther } from '#pages/html.ts'
import { pageToken } from '#resources/next-actions.ts'

type Session = Kinds['billing_portal.session']

/** What a customer can do in the portal; also the last part of the page's address. */
export type Task = 'payment-method' | 'cancel' | 'keep'

/** Somebody in the portal: whose session it is, what it allows, and the token of its address. */
export type Visit = {
  world: World
  session: Session
  features: Kinds['billing_portal.configuration']['features']
  headline: string | null
  token: string
}

/** The one task this visit is for; null when the customer may look around. */
export function taskOf({ world, session: { id, flow } }: Visit): Task | null {
  if (!flow) return null
  if (isCompleted(world, id) && flow.after_completion.type === 'portal_homepage') return null
  return flow.type === 'subscription_cancel' ? 'cancel' : 'payment-method'
}

export const isCompleted = (world: World, id: string): boolean => world.store.hidden(id)['completed'] === true

/** Leaves a page whose task is done: to where the session says, else to the portal's first page. */
export function leave({ world, session, token }: Visit, task: Task): Response {
  const after = session.flow?.after_completion
  if (session.flow) world.store.hide(session.id, { completed: true })
  return seeOther(after?.redirect ? after.redirect.return_url : `../${token}?done=${task}`)
}

/** The token that a form of this visit carries. */
export const formToken = ({ world, session }: Visit): string => pageToken(world, 'portal-form', session.id)

export const tokenField = (visit: Visit): string =>
  `<input type="hidden" name="csrf" value="${formToken(visit)}">`

/** The way back to the site that opened the portal; empty when it named none. */
export function backLink({ session }: Visit): string {
  const url = session.flow?.after_completion.redirect?.return_url ?? session.return_url
  if (!url) return ''
  return `<p class="back"><a href="${escaped(url)}">Return to ${escaped(new URL(url).host)}</a></p>`
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A day, from unix seconds. */
export const dayOf = (seconds: number): string => dayFormat.format(seconds * 1000)

export const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)

/** A saved method in words. */
export function nameOf(method: Kinds['payment_method']): string {
  const { card } = method
  if (!card) return 'Cash App Pay'
  const brand = card.brand.charAt(0).toUpperCase() + card.brand.slice(1)
  return `${brand} •••• ${card.last4}, expires ${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`
}
