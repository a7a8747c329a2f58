import { faultKinds, type RandomFaults } from '#api/random-faults.ts'
import { invalid, isRefusal, missing } from '#api/refusals.ts'
import type { SandboxControl } from '#control/control.ts'
import { disputeReasons } from '#resources/disputes.ts'
import type { Fault } from '#api/fault.ts'

export type ControlBody = Record<string, unknown>
export type ControlAction = (body: ControlBody) => unknown

function textIn(body: ControlBody, name: string): string {
  const value = body[name]
  if (typeof value === 'string' && value !== '') return value
  throw invalid(`\`${name}\` has to be a text.`, name)
}

function numberIn(body: ControlBody, name: string, otherwise?: number): number {
  const value = body[name] ?? otherwise
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw invalid(`\`${name}\` has to be a number.`, name)
}

function isOnIn(body: ControlBody): boolean {
  const on = body['on'] ?? true
  if (typeof on === 'boolean') return on
  throw invalid('`on` has to be true or false.', 'on')
}

function faultIn(body: ControlBody): Fault {
  const { when, how, method } = body
  if (when !== 'before' && when !== 'after') throw invalid("`when` is 'before' or 'after'.", 'when')
  const isStatus = typeof how === 'number' && Number.isInteger(how) && how >= 400 && how <= 599
  if (how !== 'reset' && how !== 'hang' && !isStatus)
    throw invalid("`how` is 'reset', 'hang' or a status from 400 to 599.", 'how')
  return {
    path: textIn(body, 'path'),
    when,
    how,
    times: numberIn(body, 'times', 1),
    ...(method === undefined ? {} : { method: textIn(body, 'method') }),
  }
}

function randomIn(body: ControlBody): RandomFaults | null {
  const share = numberIn(body, 'share')
  if (share < 0 || share > 1) throw invalid('`share` is a number from 0 to 1.', 'share')
  const kinds = body['kinds'] ?? faultKinds
  if (!Array.isArray(kinds)) throw invalid('`kinds` has to be a list.', 'kinds')
  const chosen = faultKinds.filter((kind) => kinds.includes(kind))
  if (chosen.length !== kinds.length) throw invalid(`\`kinds\` may name ${faultKinds.join(', ')}.`, 'kinds')
  return share === 0
    ? null
    : { share, seed: numberIn(body, 'seed', 1), kinds: chosen, path: textIn({ path: '/', ...body }, 'path') }
}

function reasonIn(body: ControlBody) {
  const asked = body['reason'] ?? 'fraudulent'
  const reason = disputeReasons.find((known) => known === asked)
  if (reason) return reason
  throw invalid(`\`reason\` is one of ${disputeReasons.join(', ')}.`, 'reason')
}

function actionsOf(control: SandboxControl): Record<string, ControlAction> {
  const { webhooks } = control
  return {
    reset: () => control.reset(),
    advance: (body) => control.advance(numberIn(body, 'ms')),
    'run-due': () => control.runDue(),
    'pay-out-to-bank': (body) => {
      const amount = body['amount'] === undefined ? {} : { amount: numberIn(body, 'amount') }
      return { id: control.payOutToBank({ ...amount, fails: body['fails'] === true }) }
    },
    'renew-now': (body) => control.renewNow(textIn(body, 'subscriptionId')),
    'fail-next': (body) => control.failNext(faultIn(body)),
    'fail-randomly': (body) => void control.failRandomly(randomIn(body)),
    'change-card': (body) => control.changeCard(textIn(body, 'method'), textIn(body, 'number')),
    'renew-card': (body) => control.renewCard(textIn(body, 'method')),
    'bank-debits': (body) => control.bankDebits(isOnIn(body)),
    'take-service-fee': (body) => control.takeServiceFee(numberIn(body, 'amount')),
    dispute: (body) => control.dispute(textIn(body, 'payment'), reasonIn(body), body['inquiry'] === true),
    'fraud-warning': (body) => control.warnOfFraud(textIn(body, 'payment')),
    'webhooks/pause': () => webhooks.pause(),
    'webhooks/resume': () => webhooks.resume(),
    'webhooks/drop': (body) => webhooks.dropNext(numberIn(body, 'count', 1)),
    'webhooks/duplicate': (body) => webhooks.duplicate(isOnIn(body)),
    'webhooks/delay': (body) => webhooks.delay(numberIn(body, 'ms')),
    'webhooks/shuffle': (body) =>
      webhooks.shuffle(isOnIn(body), body['seed'] === undefined ? undefined : numberIn(body, 'seed')),
    'webhooks/replay': (body) => webhooks.replay(textIn(body, 'event')),
  }
}

function readBody(text: string): ControlBody {
  if (text === '') return {}
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return { ...body }
  } catch {
    // The message below explains it.
  }
  throw invalid('The body has to be a JSON object.')
}

function json(status: number, value: object): Response {
  return new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })
}

/** Serves `POST /<control>` with a JSON body. `more` adds or replaces controls. Use it on the loopback interface only. */
export function createControlApi(
  control: SandboxControl,
  more: Record<string, ControlAction> = {},
): (request: Request) => Promise<Response> {
  const actions = new Map(Object.entries({ ...actionsOf(control), ...more }))
  return async (request) => {
    try {
      // Another site's page can post to this machine, but only with an Origin header.
      if (request.headers.has('origin')) return json(403, { error: { message: 'Not for pages.' } })
      const name = new URL(request.url).pathname.slice(1)
      const action = request.method === 'POST' ? actions.get(name) : undefined
      if (!action) throw missing('control', name)
      const result = await action(readBody(await request.text()))
      return typeof result === 'object' && result !== null
        ? json(200, result)
        : new Response(null, { status: 204 })
    } catch (error) {
      if (isRefusal(error)) return json(error.status, { error: error.body })
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
      return json(500, { error: { message: error instanceof Error ? error.message : String(error) } })
    }
  }
}
