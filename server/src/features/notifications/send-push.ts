import type { NoticeKind } from '@touchline/contract/notifications.ts'
import { and, eq, gt } from 'drizzle-orm'
import { people, sessions } from '#features/people/schema.ts'
import { idleLimitMs } from '#features/people/session-life.ts'
import { accessOf, membershipFacts } from '#features/subscriptions/access/access.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Services } from '#services.ts'
import { immediateKinds } from './kinds.ts'
import { getPushKeys, loadWebPush } from './push-keys.ts'
import type { PushMessage } from './push-notices.ts'
import { isPushService } from './push-services.ts'
import { notificationSettings, pushSubscriptions } from './schema.ts'
import { withDefaults, settingsColumns, channelsFor } from './settings.ts'

type ForPush = Pick<Services, 'db' | 'clock' | 'secret' | 'config' | 'log' | 'site' | 'address'>
export type PushJob = { subscriptionId: string; kind: NoticeKind; message: PushMessage }

const keptForSeconds = 24 * 60 * 60
const patienceMs = 10_000

/** The browser of a subscription, if its person is still signed in there, may hear of `kind` and wants to. */
async function listening({ db, clock }: ForPush, { subscriptionId, kind }: PushJob) {
  const now = clock.now()
  const [found] = await db
    .select({
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
      role: people.role,
      isBlocked: people.isBlocked,
      settings: settingsColumns,
      membership: membershipFacts,
    })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, pushSubscriptions.sessionId))
    .innerJoin(people, eq(people.id, pushSubscriptions.personId))
    .leftJoin(notificationSettings, eq(notificationSettings.personId, people.id))
    .leftJoin(memberships, and(eq(memberships.personId, people.id), memberships.isCurrent))
    .where(
      and(
        eq(pushSubscriptions.id, subscriptionId),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, new Date(now.getTime() - idleLimitMs)),
      ),
    )
  if (!found || found.isBlocked || !channelsFor(withDefaults(found.settings), kind).push) return null
  return accessOf(found, now).hasAccess || immediateKinds.includes(kind) ? found : null
}

/**
 * Sends one push message. A browser that is gone (404, 410) is forgotten; a push service that is away or asks to wait is
 * tried again, which is what the error thrown then is for; what it refuses for good is dropped.
 */
export async function sendPush(services: ForPush, job: PushJob): Promise<void> {
  const { db, config, log, site, address } = services
  const browser = await listening(services, job)
  if (!browser || !isPushService(browser.endpoint, config.pushHosts)) return
  const { publicKey, privateKey } = await getPushKeys(services)
  const contact = site.supportEmail ?? `postmaster@${new URL(address.url).hostname}`
  const { endpoint, method, headers, body } = (await loadWebPush()).generateRequestDetails(
    { endpoint: browser.endpoint, keys: { p256dh: browser.p256dh, auth: browser.auth } },
    JSON.stringify(job.message),
    {
      vapidDetails: { subject: `mailto:${contact}`, publicKey, privateKey },
      contentEncoding: 'aes128gcm',
      TTL: keptForSeconds,
    },
  )
  const answer = await fetch(endpoint, {
    method,
    headers: Object.entries(headers),
    body: body ? new Uint8Array(body) : null,
    // Where it points to nobody has checked.
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
  })
  await answer.body?.cancel()
  if (answer.ok) return
  if (answer.status === 404 || answer.status === 410) {
    await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, job.subscriptionId))
    return
  }
  if (answer.status === 429 || answer.status >= 500)
    throw new Error(`the push service answered ${answer.status}`)
  log.warn({ status: answer.status, host: new URL(endpoint).host }, 'a push service refused a message')
}
