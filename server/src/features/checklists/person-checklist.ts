import type { PersonChecklist } from '@touchline/contract/checklists.ts'
import { memberChecklistDays } from '@touchline/contract/first-days.ts'
import { sql } from 'drizzle-orm'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { daysBefore } from '#time/months.ts'

type Found = {
  posts: number
  marks: string[]
  hasChosenNotices: boolean
  welcomePostId: string | null
  hasSeenWelcome: boolean
}

type Step = PersonChecklist['steps'][number]

const step = (name: Step['name'], isDone: boolean): Step => ({ name, isDone, text: null })

/** Reads the first steps of a creator, or of a member who joined lately. */
export async function readPersonChecklist(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  viewer: Viewer,
): Promise<PersonChecklist> {
  const isNewMember =
    viewer.role === 'subscriber' && viewer.createdAt > daysBefore(clock.now(), memberChecklistDays)
  if (viewer.role !== 'creator' && !isNewMember) return { isDismissed: false, steps: [], welcomePostId: null }
  // Without counted views nothing shows that a member has seen the post.
  const pinned = sql`
    posts p join people c on c.id = p.creator_id
    where p.pinned_at is not null and p.status = 'ready' and c.counts_views`
  const { rows } = await db.execute<Found>(sql`
    select
      (select count(*) from (
        select from posts where creator_id = ${viewer.id} and status = 'ready' limit 2) as newest)::int as posts,
      array(select mark from checklist_marks where person_id = ${viewer.id}) as marks,
      exists(select from notification_settings where person_id = ${viewer.id}) as "hasChosenNotices",
      (select p.id from ${pinned} order by p.pinned_at desc, p.id limit 1) as "welcomePostId",
      exists(select from post_views v where v.person_id = ${viewer.id} and v.post_id in (select p.id from ${pinned})) as "hasSeenWelcome"`)
  const [found] = rows
  if (!found) throw new Error('the checklist query returned no row')
  return {
    isDismissed: found.marks.includes('dismissed'),
    steps: isNewMember
      ? [
          step('notices', found.hasChosenNotices),
          ...(config.opensOffline ? [step('install', found.marks.includes('installed'))] : []),
          ...(found.welcomePostId === null ? [] : [step('welcome', found.hasSeenWelcome)]),
        ]
      : [
          step('photo', viewer.avatarId !== null),
          step('bio', viewer.bio !== null),
          step('firstPost', found.posts > 0),
          step('secondPost', found.posts > 1),
          step('share', found.marks.includes('shared')),
        ],
    welcomePostId: found.welcomePostId,
  }
}
