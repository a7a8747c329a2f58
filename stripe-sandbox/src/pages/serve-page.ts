import { parseForm } from '#api/form.ts'
import { text } from '#api/params.ts'
import { refuse } from '#api/refusals.ts'
import { isOutcome, isSameText } from '#api/secret-api.ts'
import { newRequestId } from '#engine/ids.ts'
import type { World } from '#engine/world.ts'
import { authenticationPage } from '#pages/authentication.ts'
import { html, seeOther } from '#pages/html.ts'
import { askPage, finishedPage, messagePage } from '#pages/layout.ts'
import { servePortal } from '#pages/serve-portal.ts'
import { cashAppCode, doneScript, styles } from '#pages/assets.ts'
import { pageToken } from '#resources/next-actions.ts'
import { returnUrlOf, type WaitingIntent } from '#pages/return-url.ts'
import type { Page, Choice } from './page.ts'
import { accept, decline } from './authentication.ts'
import { failAction, scheduleProcessing } from '#resources/paying.ts'

const slowSeconds = 180

const slowly =
  (succeeds: boolean): Choice['decide'] =>
  (world, intent, method) => {
    if (intent.object === 'setup_intent') (succeeds ? accept : decline)(world, intent, method)
    else scheduleProcessing(world, intent, world.now() + slowSeconds, succeeds)
  }

// The customer never responded.
const expire: Choice['decide'] = (world, intent, method) => {
  if (intent.object === 'setup_intent') decline(world, intent, method)
  else failAction(world, intent, method, true)
}

const cashAppPage: Page = {
  method: 'cashapp',
  heading: 'Cash App Pay test page',
  explain: (what) => `Cash App would now ask you to confirm ${what}. This is a test: no money moves.`,
  choices: [
    { value: 'authorize', label: 'Authorize', isMain: true, decide: accept },
    { value: 'slowly', label: 'Authorize slowly', decide: slowly(true) },
    { value: 'slowly_fail', label: 'Authorize slowly, then fail', decide: slowly(false) },
    { value: 'expire', label: 'Expire', decide: expire },
    { value: 'decline', label: 'Decline', decide: decline },
  ],
}

const pages: Record<string, Page> = { '3ds': authenticationPage, cashapp: cashAppPage }

function asset(path: string): Response | undefined {
  const headers = { 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' }
  if (path === '/assets/pages.css')
    return new Response(styles, { headers: { ...headers, 'content-type': 'text/css; charset=utf-8' } })
  if (path === '/assets/done.js')
    return new Response(doneScript, {
      headers: { ...headers, 'content-type': 'text/javascript; charset=utf-8' },
    })
  if (path === '/assets/cashapp.svg')
    return new Response(cashAppCode, { headers: { ...headers, 'content-type': 'image/svg+xml' } })
  return undefined
}

function waitingIntent(world: World, id: string): WaitingIntent | undefined {
  return world.store.find('payment_intent', id) ?? world.store.find('setup_intent', id)
}

async function answered(
  world: World,
  request: Request,
  page: Page,
  intent: WaitingIntent,
): Promise<Response> {
  const form = parseForm(await request.text())
  if (!isSameText(text(form, 'csrf') ?? '', pageToken(world, 'form', intent.id)))
    return html(messagePage('This page has gone stale', 'Go back to the shop and try again.'), 403)
  const choice = page.choices.find(({ value }) => value === text(form, 'choice'))
  if (!choice) return html(messagePage('Nothing was chosen', 'Go back and press one of the buttons.'), 400)
  const decide = () => {
    // Read again inside the transaction: a second click finds the intent already decided.
    const now = waitingIntent(world, intent.id)
    const method = world.store.find('payment_method', now?.payment_method ?? '')
    if (now?.status === 'requires_action' && method?.type === page.method)
      world.inTimeOf([now.id], true, () => choice.decide(world, now, method))
  }
  world.onRequest(newRequestId(), null, () => world.store.atomically(decide, isOutcome))
  return away(world, request, intent.id)
}

/** Redirects the customer to the shop, or only notifies it when the page is in its frame. */
function away(world: World, request: Request, id: string): Response {
  const intent = waitingIntent(world, id)!
  const isFramed = request.headers.get('sec-fetch-dest') === 'iframe'
  const url = isFramed ? null : returnUrlOf(world, intent)
  if (url) return seeOther(url)
  const isGood = intent.status === 'succeeded' || intent.status === 'processing'
  return html(
    isGood
      ? finishedPage('Done', 'You can close this window and go back to the shop.')
      : finishedPage('Not completed', 'You can close this window and try again in the shop.'),
  )
}

/** Serves `/3ds/:id`, `/cashapp/:id`, `/portal/:token` and their assets. */
export async function servePage(world: World, request: Request, url: URL): Promise<Response> {
  const [, name = '', id = ''] = url.pathname.split('/')
  const file = request.method === 'GET' ? asset(url.pathname) : undefined
  if (file) return file
  if (name === 'portal') return servePortal(world, request, url)
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined
  const intent = waitingIntent(world, id)
  const token = url.searchParams.get('t') ?? ''
  if (!page || !intent || !isSameText(token, pageToken(world, 'page', intent.id)))
    throw refuse(404, { type: 'invalid_request_error', message: `There is no page ${url.pathname}.` })
  if (request.method === 'POST') return answered(world, request, page, intent)
  if (request.method !== 'GET') throw refuse(405, { type: 'invalid_request_error', message: 'Not allowed.' })
  if (intent.status !== 'requires_action') return away(world, request, intent.id)
  return html(askPage(world, page, intent))
}
