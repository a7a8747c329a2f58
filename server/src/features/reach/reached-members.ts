import type { ReachedMember } from '@touchline/contract/reach.ts'
import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/database.ts'
import { cursorOf, placeOf } from '#db/place-in-list.ts'
import { type PartyRow, toParty } from '#features/people/to-user.ts'
import { activeMembers } from '#features/subscriptions/access/active-members.ts'
import type { Viewer } from '#http/viewer.ts'

type Row = Omit<ReachedMember, 'person'> & { person: PartyRow }

/** Returns a page, latest first, with the next cursor (null at the end). Throws 400 for an invalid cursor. */
export async function reachedMembers(
  db: Queryable,
  now: Date,
  {
    postId,
    viewer,
    before,
    limit,
  }: { postId: string; viewer: Viewer; before?: string | undefined; limit: number },
): Promise<{ people: ReachedMember[]; next: string | null }> {
  const place = before === undefined ? null : placeOf(before)
  const earlier = place
    ? sql`(v.day, v.person_id) < (${place.at.toISOString().slice(0, 10)}::date, ${place.id}::uuid)`
    : sql`true`
  // A person's last day has no later one. Reading from the end keeps a page equally fast for any post.
  const { rows } = await db.execute<Row>(sql`
    with seen as materialized (
      select v.person_id, v.day as last_seen from post_views v
      where v.post_id = ${postId}::uuid and ${earlier}
        and not exists (
          select from post_views w where w.post_id = v.post_id and w.person_id = v.person_id and w.day > v.day)
        and exists (select from (${activeMembers(now)}) m where m.person_id = v.person_id)
      order by v.day desc, v.person_id desc limit ${limit + 1}
    )
    select
      json_build_object(
        'id', p.id, 'firstName', p.first_name, 'lastName', p.last_name, 'email', p.email, 'role', p.role,
        'avatarId', p.avatar_id, 'isMainInfluencer', p.is_main_influencer) as person,
      (select min(f.day)::text from post_views f where f.post_id = ${postId}::uuid and f.person_id = p.id) as "firstSeen",
      s.last_seen::text as "lastSeen",
      exists (select from likes l where l.post_id = ${postId}::uuid and l.person_id = p.id) as "hasLiked",
      (select count(*)::int from comments c
        where c.post_id = ${postId}::uuid and c.person_id = p.id and c.removed_at is null) as comments,
      (select case when o.media_type in ('video', 'audio') then (
          select coalesce(sum(w.seconds), 0)::int from post_watches w
          where w.post_id = o.id and w.person_id = p.id) end
        from posts o where o.id = ${postId}::uuid) as "watchedSeconds"
    from seen s join people p on p.id = s.person_id
    order by s.last_seen desc, s.person_id desc`)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    people: page.map((row) => Object.assign(row, { person: toParty(row.person, viewer) })),
    next: rows.length > limit && last ? cursorOf({ at: new Date(last.lastSeen), id: last.person.id }) : null,
  }
}
