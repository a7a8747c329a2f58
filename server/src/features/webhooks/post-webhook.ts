import { decrypt } from '#crypto/encrypt.ts'
import { withPublicDestination } from '#egress/guard-connections.ts'
import { problemText } from '#jobs/attempts.ts'
import type { Services } from '#services.ts'
import type { WebhookDeliveryRow, webhookEndpoints } from '#webhooks/schema.ts'
import { signatureOf } from './sign.ts'
import { isWebhookUrl } from './webhook-url.ts'

/** `problem` is null after a success, `status` without a response. */
export type PostOutcome = { status: number | null; problem: string | null }

type Message = Pick<WebhookDeliveryRow, 'eventId' | 'type' | 'personId' | 'data' | 'happenedAt'> & {
  email: string | null
}

const timeoutMs = 10_000

/** Sends one event. Only while it is being sent may this process connect to the receiver, at public addresses. */
export async function postWebhook(
  { clock, config, secret: siteSecret }: Pick<Services, 'clock' | 'config' | 'secret'>,
  endpoint: typeof webhookEndpoints.$inferSelect,
  { eventId: id, type, personId, data, happenedAt, email }: Message,
): Promise<PostOutcome> {
  const { url, sealedSecret, previousSealedSecret, previousSecretUntil } = endpoint
  if (!isWebhookUrl(url, config)) return { status: null, problem: 'This address cannot receive webhooks.' }
  const isOverlap = previousSecretUntil !== null && previousSecretUntil > clock.now()
  const secrets = [sealedSecret, isOverlap ? previousSealedSecret : null].flatMap((sealed) =>
    sealed === null ? [] : (decrypt(sealed, siteSecret) ?? []),
  )
  if (secrets.length === 0)
    return { status: null, problem: 'The secret of the site was replaced. Make a new signing secret.' }
  const body = JSON.stringify({
    type,
    timestamp: happenedAt.toISOString(),
    data: { ...data, ...(personId ? { personId } : {}), ...(email ? { email } : {}) },
  })
  // Receivers compare it with the time of day, also when the simulator has moved the clock of the site.
  const timestamp = Math.floor(Date.now() / 1000)
  const send = () =>
    fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Touchline',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf({ id, timestamp, body }, secrets),
      },
      body,
      // A redirect could lead to an address that was not checked.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
  const { hostname } = new URL(url)
  try {
    const response = await (config.localWebhookHosts.includes(hostname)
      ? send()
      : withPublicDestination(hostname, send))
    await response.body?.cancel()
    const { status } = response
    return { status, problem: response.ok ? null : `The response was ${status}.` }
  } catch (error) {
    // `fetch` hides the reason in the cause.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { status: null, problem: problemText(cause) }
  }
}
