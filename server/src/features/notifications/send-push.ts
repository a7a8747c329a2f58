import type { NoticeKind } from '@touchline/contract/notifications.ts'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { people, sessions } from '#features/people/schema.ts'
import { idleLimitMs } from '#features/people/session-life.ts'
import { accessOf, membershipFacts } from '#features/subscriptions/access/access.ts'
import { memberships } from '#features/subscriptions/schema.ts'
import type { Services } from '#services.ts'
import { needsAccess } from './kinds.ts'
import { getPushKeys, loadWebPush } from './push-keys.ts'
import type { PushMessage } from './push-notices.ts'
import { isPushService } from './push-services.ts'
import { notificationSettings, pushSubscriptions } from './schema.ts'
import { withDefaults, settingsColumns, channelsFor } from './settings.ts'
/** Messages of kind `account` are always sent. */
export type PushJob = { subscriptionId: string; kind: NoticeKind | 'account'; message: PushMessage }

const ttlSeconds = 24 * 60 * 60
const timeoutMs = 10_000

/** Returns the subscribed browser if its person is still signed in and may and wants to receive `kind`. */
async function findBrowser({ db, clock }: Pick<Services, 'db' | 'clock'>, { subscriptionId, kind }: PushJob) {
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
        isNull(pushSubscriptions.goneAt),
        gt(sessions.expiresAt, now),
        gt(sessions.lastSeenAt, new Date(now.getTime() - idleLimitMs)),
      ),
    )
  if (!found) return null
  if (kind === 'account') return found
  if (found.isBlocked || !channelsFor(withDefaults(found.settings), kind).push) return null
  return accessOf(found, now).hasAccess || !needsAccess(kind) ? found : null
}

/**
 * Ends the subscription when the browser gave it up (404, 410), throws to retry when the push service is unavailable or
 * rate-limits us, and drops a message that is refused for good.
 */
export async function sendPush(
  services: Pick<Services, 'db' | 'clock' | 'secret' | 'config' | 'log' | 'site' | 'address'>,
  job: PushJob,
): Promise<void> {
  const { db, config, log, site, address } = services
  const browser = await findBrowser(services, job)
  if (!browser || !isPushService(browser.endpoint, config.pushHosts)) return
  const { publicKey, privateKey } = await getPushKeys(services)
  const contact = site.settings.supportEmail ?? `postmaster@${new URL(address.url).hostname}`
  const { endpoint, method, headers, body } = (await loadWebPush()).generateRequestDetails(
    { endpoint: browser.endpoint, keys: { p256dh: browser.p256dh, auth: browser.auth } },
    JSON.stringify(job.message),
    {
      vapidDetails: { subject: `mailto:${contact}`, publicKey, privateKey },
      contentEncoding: 'aes128gcm',
      TTL: ttlSeconds,
    },
  )
  const response = await fetch(endpoint, {
    method,
    headers: Object.entries(headers),
    body: body ? new Uint8Array(body) : null,
    // A redirect could leave the allowed hosts.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (response.ok) return
  if (response.status === 404 || response.status === 410) {
    await db
      .update(pushSubscriptions)
      .set({ goneAt: services.clock.now() })
      .where(eq(pushSubscriptions.id, job.subscriptionId))
    return
  }
  if (response.status === 429 || response.status >= 500)
    throw new Error(`the push service responded with ${response.status}`)
  log.warn({ status: response.status, host: new URL(endpoint).host }, 'a push service refused a message')
}
