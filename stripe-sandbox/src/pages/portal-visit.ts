import type { Kinds } from '#engine/wire.ts'
import type { World } from '#engine/world.ts'
import { escaped, seeOther } from '#pages/html.ts'
import { pageToken } from '#resources/next-actions.ts'

type Session = Kinds['billing_portal.session']

/** The portal's tasks; also the last part of the page's path. */
export type Task = 'payment-method' | 'cancel' | 'keep'

/** A customer's visit to the portal: the session, its permissions, and the token of its URL. */
export type Visit = {
  world: World
  session: Session
  features: Kinds['billing_portal.configuration']['features']
  headline: string | null
  token: string
}

/** The only task of this visit; null for the whole portal. */
export function taskOf({ world, session: { id, flow } }: Visit): Task | null {
  if (!flow) return null
  if (isCompleted(world, id) && flow.after_completion.type === 'portal_homepage') return null
  return flow.type === 'subscription_cancel' ? 'cancel' : 'payment-method'
}

export const isCompleted = (world: World, id: string): boolean => world.store.hidden(id)['completed'] === true

/** Leaves a finished task: to the session's return URL, or the portal's first page. */
export function leave({ world, session, token }: Visit, task: Task): Response {
  const after = session.flow?.after_completion
  if (session.flow) world.store.hide(session.id, { completed: true })
  return seeOther(after?.redirect ? after.redirect.return_url : `../${token}?done=${task}`)
}

/** The CSRF token of this visit's forms. */
export const formToken = ({ world, session }: Visit): string => pageToken(world, 'portal-form', session.id)

export const tokenField = (visit: Visit): string =>
  `<input type="hidden" name="csrf" value="${formToken(visit)}">`

/** A link back to the site that opened the portal; empty without one. */
export function backLink({ session }: Visit): string {
  const url = session.flow?.after_completion.redirect?.return_url ?? session.return_url
  if (!url) return ''
  return `<p class="back"><a href="${escaped(url)}">Return to ${escaped(new URL(url).host)}</a></p>`
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const dayOf = (seconds: number): string => dayFormat.format(seconds * 1000)

export const money = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100)

export function nameOf(method: Kinds['payment_method']): string {
  const { card } = method
  if (!card) return 'Cash App Pay'
  const brand = card.brand.charAt(0).toUpperCase() + card.brand.slice(1)
  return `${brand} •••• ${card.last4}, expires ${String(card.exp_month).padStart(2, '0')}/${card.exp_year}`
}
