import { and, desc, eq, gt, or, sql } from 'drizzle-orm'
import type { Database } from '#db/database.ts'
import { rowsById } from '#db/rows-by-id.ts'
import { emailChanges, people, twoFactorRemovals } from '#features/people/schema.ts'
import { agreements, textVersions } from '#features/agreements/schema.ts'
import { answersOf } from '#features/audience/answers.ts'
import { comments } from '#features/comments/schema.ts'
import { notificationSettings } from '#features/notifications/schema.ts'
import { likes, type PostRow, posts, postViews } from '#features/posts/schema.ts'
import { postWatches } from '#features/reach/schema.ts'
import { savedPosts } from '#features/saved/schema.ts'
import { memberships, promoRedemptions } from '#features/subscriptions/schema.ts'
import { tips } from '#features/tips/schema.ts'
import type { Viewer } from '#http/viewer.ts'
import { nameColumns, shownName } from './may-export.ts'

/** A person's profile, settings (null when never set) and memberships. */
export async function profileOf(db: Database, viewer: Viewer) {
  const [person] = await db
    .select({
      firstName: people.firstName,
      lastName: people.lastName,
      email: people.email,
      emailConfirmedAt: people.emailProvenAt,
      phoneNumber: people.phoneNumber,
      role: people.role,
      bio: people.bio,
      location: people.location,
      website: people.website,
      hasTwoFactor: people.hasTwoFactor,
      privateProfile: people.isPrivate,
      contentAnalytics: people.countsViews,
      joinedAt: people.createdAt,
    })
    .from(people)
    .where(eq(people.id, viewer.id))
  const memberRows = await db
    .select({
      status: memberships.status,
      pricePerMonthCents: memberships.priceCents,
      startedAt: memberships.startedAt,
      paidThrough: memberships.paidThrough,
      endedAt: memberships.endedAt,
    })
    .from(memberships)
    .where(eq(memberships.personId, viewer.id))
    .orderBy(desc(memberships.startedAt))
  const [settings] = await db
    .select({
      email: notificationSettings.email,
      push: notificationSettings.push,
      announcements: notificationSettings.marketing,
      announcementsChangedAt: notificationSettings.marketingChangedAt,
    })
    .from(notificationSettings)
    .where(eq(notificationSettings.personId, viewer.id))
  const addressChanges = await db
    .select({
      from: emailChanges.formerEmail,
      to: emailChanges.newEmail,
      state: emailChanges.state,
      askedAt: emailChanges.askedAt,
      changedAt: emailChanges.changedAt,
    })
    .from(emailChanges)
    .where(eq(emailChanges.personId, viewer.id))
    .orderBy(emailChanges.askedAt)
  const secondStepRemovals = await db
    .select({
      askedAt: twoFactorRemovals.askedAt,
      dueAt: twoFactorRemovals.dueAt,
      state: twoFactorRemovals.state,
      endedAt: twoFactorRemovals.endedAt,
    })
    .from(twoFactorRemovals)
    .where(eq(twoFactorRemovals.personId, viewer.id))
    .orderBy(twoFactorRemovals.askedAt)
  const { phoneNumber, ...profile } = person ?? {}
  return {
    ...profile,
    ...(phoneNumber ? { phoneNumber } : {}),
    addressChanges,
    secondStepRemovals,
    notifications: settings ?? null,
    toldForStatistics: await answersOf(db, viewer.id),
    memberships: memberRows,
    promoCodes: await codesOf(db, viewer.id),
    agreements: await agreementsOf(db, viewer.id),
    savedForOffline: await savedBy(db, viewer),
  }
}

/** The agreements of a person: text, version, time and screen. */
const agreementsOf = (db: Database, personId: string) =>
  db
    .select({
      text: agreements.textName,
      version: agreements.textVersion,
      hash: textVersions.hash,
      screen: agreements.screen,
      agreedAt: agreements.agreedAt,
    })
    .from(agreements)
    .innerJoin(
      textVersions,
      and(eq(textVersions.name, agreements.textName), eq(textVersions.version, agreements.textVersion)),
    )
    .where(eq(agreements.personId, personId))
    .orderBy(agreements.agreedAt, agreements.textName)

const codesOf = (db: Database, personId: string) =>
  db
    .select({ code: promoRedemptions.code, usedAt: promoRedemptions.redeemedAt })
    .from(promoRedemptions)
    .where(and(eq(promoRedemptions.personId, personId), eq(promoRedemptions.state, 'redeemed')))
    .orderBy(promoRedemptions.redeemedAt)

type Titled = { title: string | null; status: PostRow['status'] }

/** Titles are paid content, and titles of unready posts are not public. */
const titleFor = ({ hasAccess }: Viewer, { title, status }: Titled) =>
  hasAccess && status === 'ready' ? title : null

/** Posts saved for offline, one row per browser. */
async function savedBy(db: Database, viewer: Viewer) {
  const rows = await db
    .select({
      id: posts.id,
      title: posts.title,
      status: posts.status,
      savedAt: savedPosts.savedAt,
      until: savedPosts.endsAt,
    })
    .from(savedPosts)
    .innerJoin(posts, eq(posts.id, savedPosts.postId))
    .where(eq(savedPosts.personId, viewer.id))
    .orderBy(savedPosts.savedAt)
  return rows.map(({ id, title, status, savedAt, until }) => ({
    postId: id,
    postTitle: titleFor(viewer, { title, status }),
    savedAt,
    until,
  }))
}

export async function* commentsBy(db: Database, viewer: Viewer) {
  const written = rowsById((after, limit) =>
    db
      .select({
        id: comments.id,
        postId: comments.postId,
        post: { title: posts.title, status: posts.status },
        replyToId: comments.replyToId,
        content: comments.content,
        createdAt: comments.createdAt,
      })
      .from(comments)
      .innerJoin(posts, eq(posts.id, comments.postId))
      .where(and(eq(comments.personId, viewer.id), gt(comments.id, after)))
      .orderBy(comments.id)
      .limit(limit),
  )
  for await (const { post, postId, id, ...row } of written)
    yield { id, postId, postTitle: titleFor(viewer, post), ...row }
}

export async function* likesBy(db: Database, viewer: Viewer) {
  const liked = rowsById((after, limit) =>
    db
      .select({ id: posts.id, title: posts.title, status: posts.status, likedAt: likes.createdAt })
      .from(likes)
      .innerJoin(posts, eq(posts.id, likes.postId))
      .where(and(eq(likes.personId, viewer.id), gt(posts.id, after)))
      .orderBy(posts.id)
      .limit(limit),
  )
  for await (const { id, title, status, likedAt } of liked)
    yield { postId: id, postTitle: titleFor(viewer, { title, status }), likedAt }
}

/** The posts a person has seen, with the days (UTC). */
export async function* seenBy(db: Database, viewer: Viewer) {
  const days = sql<string[]>`json_agg(${postViews.day} order by ${postViews.day})`
  const seen = rowsById((after, limit) =>
    db
      .select({ id: posts.id, title: posts.title, status: posts.status, days })
      .from(postViews)
      .innerJoin(posts, eq(posts.id, postViews.postId))
      .where(and(eq(postViews.personId, viewer.id), gt(posts.id, after)))
      .groupBy(posts.id)
      .orderBy(posts.id)
      .limit(limit),
  )
  for await (const { id, title, status, days: seenOn } of seen)
    yield { postId: id, postTitle: titleFor(viewer, { title, status }), seenOn }
}

/** Watch time per post and day (UTC), in seconds. */
export async function* playedBy(db: Database, viewer: Viewer) {
  const days = sql<{ day: string; seconds: number }[]>`json_agg(
    json_build_object('day', ${postWatches.day}, 'seconds', ${postWatches.seconds}) order by ${postWatches.day})`
  const played = rowsById((after, limit) =>
    db
      .select({ id: posts.id, title: posts.title, status: posts.status, days })
      .from(postWatches)
      .innerJoin(posts, eq(posts.id, postWatches.postId))
      .where(and(eq(postWatches.personId, viewer.id), gt(posts.id, after)))
      .groupBy(posts.id)
      .orderBy(posts.id)
      .limit(limit),
  )
  for await (const { id, title, status, days: playedOn } of played)
    yield { postId: id, postTitle: titleFor(viewer, { title, status }), playedOn }
}

/** Tips sent and received. The other person appears by name only. */
export async function* tipsOf(db: Database, viewer: Viewer) {
  const isSender = eq(tips.fromPersonId, viewer.id)
  const isReceiver = eq(tips.toPersonId, viewer.id)
  const otherSide = or(
    and(isSender, eq(people.id, tips.toPersonId)),
    and(isReceiver, eq(people.id, tips.fromPersonId)),
  )
  const tipRows = rowsById((after, limit) =>
    db
      .select({
        id: tips.id,
        fromPersonId: tips.fromPersonId,
        other: nameColumns,
        amountCents: tips.amountCents,
        message: tips.message,
        status: tips.status,
        isAcknowledged: tips.isAcknowledged,
        createdAt: tips.createdAt,
        completedAt: tips.completedAt,
      })
      .from(tips)
      .innerJoin(people, otherSide)
      .where(and(or(isSender, isReceiver), gt(tips.id, after)))
      .orderBy(tips.id)
      .limit(limit),
  )
  for await (const { fromPersonId, other, ...tip } of tipRows)
    yield { ...tip, [fromPersonId === viewer.id ? 'to' : 'from']: shownName(other) }
}
