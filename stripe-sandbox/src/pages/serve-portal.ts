import { parseForm, type Params } from '#api/form.ts'
import { text } from '#api/params.ts'
import { isRefusal } from '#api/refusals.ts'
import { isSameText } from '#api/secret-api.ts'
import { newRequestId } from '#engine/ids.ts'
import type { World } from '#engine/world.ts'
import { html, seeOther } from '#pages/html.ts'
import { messagePage } from '#pages/layout.ts'
import { cancelAtEnd, cancelPage, resumeSubscription, targetSubscription } from '#pages/portal-cancel.ts'
import { backFromBank, cardPage, saveCard } from '#pages/portal-card.ts'
import { homePage } from '#pages/portal-home.ts'
import { formToken, isCompleted, type Task, taskOf, type Visit } from '#pages/portal-visit.ts'
import type { Kinds } from '#engine/wire.ts'
import { portalToken } from '#resources/portal-sessions.ts'

const unusedSeconds = 5 * 60

const usedSeconds = 60 * 60

const idLength = 24

/** The session a URL claims, valid or not. */
const sessionIdIn = (token: string): string => `bps_${token.slice(0, idLength)}`

/** Undefined when the token is wrong, was not opened within five minutes, or was last used more than an hour ago. */
function openPortal(world: World, token: string): Kinds['billing_portal.session'] | undefined {
  const session = world.store.find('billing_portal.session', sessionIdIn(token))
  if (!session || !isSameText(token, portalToken(world, session.id))) return undefined
  const { usedAt } = world.store.hidden(session.id)
  const now = world.now()
  const diesAt = typeof usedAt === 'number' ? usedAt + usedSeconds : session.created + unusedSeconds
  if (now > diesAt) return undefined
  world.store.hide(session.id, { usedAt: now })
  return session
}

const gone = (up: string, title = 'This page is no longer open', status = 404) =>
  html(messagePage(title, 'Go back to the site you came from and open it again.', up), status)

const isTask = (name: string): name is Task => ['payment-method', 'cancel', 'keep'].includes(name)

function mayDo(visit: Visit, task: Task): boolean {
  const only = taskOf(visit)
  if (only !== null && only !== task) return false
  const { payment_method_update, subscription_cancel } = visit.features
  return task === 'payment-method' ? payment_method_update.enabled : subscription_cancel.enabled
}

function firstPage(visit: Visit, done: string): Response {
  const { world, session, token } = visit
  const task = taskOf(visit)
  if (task === null) return html(homePage(visit, done))
  if (!isCompleted(world, session.id)) return seeOther(`${token}/${task}`)
  const words = session.flow?.after_completion.hosted_confirmation?.custom_message
  return html(messagePage('Done', words ?? 'You can close this page.'))
}

function pageOf(visit: Visit, task: Task, query: URLSearchParams): Response {
  if (task === 'payment-method') {
    const setupIntent = query.get('setup_intent')
    return setupIntent ? backFromBank(visit, setupIntent) : html(cardPage(visit, null))
  }
  const subscription = targetSubscription(visit, query.get('subscription') ?? '')
  return task === 'cancel' && subscription ? html(cancelPage(visit, subscription)) : gone('../../')
}

function answered(visit: Visit, task: Task, form: Params): Response {
  if (!isSameText(text(form, 'csrf') ?? '', formToken(visit)))
    return gone('../../', 'This page has gone stale', 403)
  if (task === 'payment-method') return saveCard(visit, form)
  if (task === 'keep') return resumeSubscription(visit, form)
  const subscription = targetSubscription(visit, text(form, 'subscription') ?? '')
  return subscription ? cancelAtEnd(visit, subscription) : gone('../../')
}

function visited(world: World, url: URL, form: Params | null): Response {
  const [, , token = '', task = '', ...more] = url.pathname.split('/')
  const up = task === '' ? '../' : '../../'
  const session = openPortal(world, token)
  const configuration = world.store.find('billing_portal.configuration', session?.configuration ?? '')
  if (!session || !configuration) return gone(up)
  const { features, business_profile } = configuration
  const visit: Visit = { world, session, features, headline: business_profile.headline, token }
  if (task === '') return firstPage(visit, url.searchParams.get('done') ?? '')
  const isOver = session.flow !== null && taskOf(visit) !== null && isCompleted(world, session.id)
  if (!isTask(task) || more.length > 0 || isOver || !mayDo(visit, task)) return gone(up)
  return form ? answered(visit, task, form) : pageOf(visit, task, url.searchParams)
}

/** Runs in the customer's time. While their test clock is advancing, changes are rejected with 429. */
export async function servePortal(world: World, request: Request, url: URL): Promise<Response> {
  const form = request.method === 'POST' ? parseForm(await request.text()) : null
  const session = sessionIdIn(url.pathname.split('/')[2] ?? '')
  // Returning from the bank is a change as well.
  const changes = form !== null || url.searchParams.has('setup_intent')
  try {
    return world.onRequest(newRequestId(), null, () =>
      world.inTimeOf([session], changes, () => visited(world, url, form)),
    )
  } catch (error) {
    if (!isRefusal(error)) throw error
    return gone('../../', error.body.message, error.status)
  }
}
