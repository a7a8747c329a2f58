import { parseForm } from '#api/form.ts'
import { text } from '#api/params.ts'
import { isSameText } from '#api/secret-api.ts'
import type { World } from '#engine/world.ts'
import { html, seeOther } from '#pages/html.ts'
import { messagePage } from '#pages/layout.ts'
import { openPortal } from '#pages/portal-access.ts'
import { cancelAtEnd, cancelPage, keepSubscription, subscriptionMeant } from '#pages/portal-cancel.ts'
import { backFromBank, cardPage, saveCard } from '#pages/portal-card.ts'
import { homePage } from '#pages/portal-home.ts'
import { formToken, isCompleted, type Task, taskOf, type Visit } from '#pages/portal-visit.ts'

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
  const subscription = subscriptionMeant(visit, query.get('subscription') ?? '')
  return task === 'cancel' && subscription ? html(cancelPage(visit, subscription)) : gone('../../')
}

async function answered(visit: Visit, task: Task, request: Request): Promise<Response> {
  const form = parseForm(await request.text())
  if (!isSameText(text(form, 'csrf') ?? '', formToken(visit)))
    return gone('../../', 'This page has gone stale', 403)
  if (task === 'payment-method') return saveCard(visit, form)
  if (task === 'keep') return keepSubscription(visit, form)
  const subscription = subscriptionMeant(visit, text(form, 'subscription') ?? '')
  return subscription ? cancelAtEnd(visit, subscription) : gone('../../')
}

/** Serves the customer portal: `/portal/:token` and its tasks below, to whoever holds a fresh address. */
export async function servePortal(world: World, request: Request, url: URL): Promise<Response> {
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
  return request.method === 'POST' ? answered(visit, task, request) : pageOf(visit, task, url.searchParams)
}
