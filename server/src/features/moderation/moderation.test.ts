import { communityRules } from '@touchline/content/community-rules.ts'
import { api } from '@touchline/contract/api.ts'
import { ruleKeys, undoSeconds } from '@touchline/contract/moderation.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditEntries } from '#features/audit/schema.ts'
import { addComment } from '#features/comments/add-comment.ts'
import { recountPosts } from '#features/posts/recount.ts'
import { tips } from '#features/tips/schema.ts'
import type { Caller } from '#testing/caller.ts'
import { type Club, openClub } from '#testing/club.ts'
import { listenIn } from '#testing/received.ts'
import { formatMoment } from '#time/format-date.ts'
import { allEmailsTo } from '#testing/sent-emails.ts'
import {
  anotherAdmin,
  caseAbout,
  report,
  writtenComment,
  writtenPost,
  writtenTip,
} from '#testing/written-content.ts'
import { notifyOfSettledDecisions } from './decide-cases.ts'
import { eraseInModeration } from './erase-person.ts'
import { moderationCases, reports } from './schema.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

const decide = (by: Caller, id: string, body: Record<string, unknown>) =>
  by.call(api.moderation.decide, { params: { id }, body })
const removal = { measure: 'remove', rule: 'respect' }
it('has a text for exactly the rules in the contract', () => {
  expect(communityRules.map(({ key }) => key)).toEqual([...ruleKeys])
  expect(communityRules.map(({ number }) => number)).toEqual(communityRules.map((_, index) => index + 1))
})

it('takes reports of posts and comments, each person’s once, and shows them together [ADM-4]', async () => {
  const { member, otherMember, creator } = club.people
  const { id } = await writtenComment(club, 'You were bought')
  expect((await report(otherMember, 'comment', id, 'An insult')).status).toBe(201)
  expect((await report(otherMember, 'comment', id, 'Once more')).status).toBe(200)
  expect((await report(creator, 'comment', id)).status).toBe(201)
  expect(await report(member, 'comment', id)).toMatchObject({
    status: 400,
    message: 'You wrote this yourself.',
  })

  const found = await caseAbout(club, 'You were bought')
  expect(found).toMatchObject({
    kind: 'comment',
    reportsCount: 2,
    accused: { id: member.id },
    thing: { isShown: true, context: 'A post' },
    decision: null,
  })
  expect(found.reports.map(({ words, reporter }) => [words, reporter?.id])).toEqual([
    ['An insult', otherMember.id],
    [null, creator.id],
  ])

  const postId = await writtenPost(club, 'A post to report')
  expect((await report(member, 'post', postId)).status).toBe(201)
  expect((await caseAbout(club, 'A post to report')).accused?.id).toBe(creator.id)
})

it('takes a report of what was decided about before as a new one [ADM-4]', async () => {
  const { otherMember, admin } = club.people
  const { id } = await writtenComment(club, 'Reported twice over')
  expect((await report(otherMember, 'comment', id)).status).toBe(201)
  const first = await caseAbout(club, 'Reported twice over')
  expect((await decide(admin, first.id, { measure: 'dismiss' })).status).toBe(200)
  const again = await Promise.all([report(otherMember, 'comment', id), report(otherMember, 'comment', id)])
  expect(again.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 201])
  const second = await caseAbout(club, 'Reported twice over')
  expect(second.id).not.toBe(first.id)
  expect(second.reportsCount).toBe(1)
})

it('returns the same 404 for invisible and missing content [T-ID-04]', async () => {
  const { member, otherMember, otherCreator, creator, lapsed } = club.people
  const tipId = await writtenTip(club, 'You are blind')
  const nowhere = '0190b0d0-0000-7000-8000-000000000000'
  for (const person of [otherMember, otherCreator, member])
    expect(await report(person, 'tip', tipId)).toMatchObject({ status: 404, message: 'Tip not found' })
  expect(await report(member, 'tip', nowhere)).toMatchObject({ status: 404, message: 'Tip not found' })
  expect(await report(member, 'comment', 'x')).toMatchObject({ status: 404, message: 'Comment not found' })
  expect((await report(lapsed, 'post', await writtenPost(club))).status).toBe(403)
  expect((await report(creator, 'tip', tipId)).status).toBe(201)

  const wrong = [
    { kind: 'person', subjectId: nowhere, rule: 'respect' },
    { kind: 'post', subjectId: nowhere, rule: 'no such rule' },
    { kind: 'post', subjectId: nowhere, rule: 'respect', words: 'x'.repeat(1001) },
    { kind: 'post', rule: 'respect' },
  ]
  for (const body of wrong) expect((await member.call(api.moderation.report, { body })).status).toBe(400)
})

it('leaves a stub of a removed comment, tells both sides by which rule, and writes it down [ADM-4]', async () => {
  const { member, otherMember, creator, admin } = club.people
  const { services } = club
  const said = await writtenComment(club, 'A word that goes too far')
  await report(otherMember, 'comment', said.id, 'Secret of mine')
  const found = await caseAbout(club, 'A word that goes too far')
  expect((await decide(creator, found.id, removal)).status).toBe(403)

  const heard = listenIn(club)
  const answer = await decide(admin, found.id, { ...removal, words: 'Please stay civil.' })
  expect(answer).toMatchObject({
    status: 200,
    body: { thing: { isShown: false, text: 'A word that goes too far' }, decision: { measure: 'remove' } },
  })
  const received = await heard.soFar()
  expect(received.map(({ message }) => message)).toContainEqual({
    type: 'comment_changed',
    postId: said.postId,
    commentId: said.id,
    replyToId: null,
  })
  // It waits for the creator no longer, who has not answered it.
  expect(received.map(({ message: { type } }) => type)).not.toContain('comment_answered')

  for (const person of [member, otherMember, creator, admin]) {
    const list = await person.call(api.comments.list, { params: { id: said.postId } })
    expect(list.body).toMatchObject([{ content: 'Removed by the moderators', isRemoved: true }])
    expect(JSON.stringify(list.body)).not.toContain('too far')
  }
  expect((await creator.call(api.comments.inbox, {})).body.comments.map(({ id }) => id)).not.toContain(
    said.id,
  )
  // The stub is still counted, and the recount agrees.
  expect((await member.call(api.posts.show, { params: { id: said.postId } })).body.commentsCount).toBe(1)
  expect(await recountPosts(services)).toBe(0)
  expect(await report(creator, 'comment', said.id)).toMatchObject({ status: 404 })

  const [toReported] = (await allEmailsTo(club, member.email)).slice(-1)
  expect(toReported).toContain('Play the ball, not the person')
  expect(toReported).toContain('Please stay civil.')
  expect(toReported).toMatch(/\/appeal#/)
  expect(toReported).toContain(`${club.url}/rules`)
  expect(toReported).not.toContain('Secret of mine')
  expect(toReported).not.toContain(otherMember.email)
  const [toReporter] = (await allEmailsTo(club, otherMember.email)).slice(-1)
  expect(toReporter).toContain('What came of your report')
  expect(toReporter).toContain('We have acted on it')
  expect(toReporter).toContain(`${club.url}/rules`)

  const own = (await member.call(api.moderation.mine)).body
  expect(own.decisions[0]).toMatchObject({ measure: 'remove', rule: 'respect', mayAppeal: true })
  expect(JSON.stringify(own)).not.toContain(otherMember.id)
  expect((await otherMember.call(api.moderation.mine)).body.reports[0]).toMatchObject({ result: 'acted' })

  const acts = await services.db.select().from(auditEntries).where(eq(auditEntries.subject, said.id))
  expect(acts).toMatchObject([
    { actorId: admin.id, action: 'content_removed', personId: member.id, reason: 'Please stay civil.' },
  ])
})

it('takes the words off a tip, and nothing of its money', async () => {
  const { creator, admin } = club.people
  const id = await writtenTip(club, 'I know where you live')
  await report(creator, 'tip', id)
  const found = await caseAbout(club, 'I know where you live')
  expect((await decide(admin, found.id, removal)).status).toBe(200)
  const [tip] = await club.services.db.select().from(tips).where(eq(tips.id, id))
  expect(tip).toMatchObject({ message: null, amountCents: 500, status: 'completed' })
})

it('warns without removing, dismisses without telling the reported, and asks a rule for what it does', async () => {
  const { otherMember, member, admin } = club.people
  const warned = await writtenComment(club, 'Worth a warning')
  await report(otherMember, 'comment', warned.id)
  const first = await caseAbout(club, 'Worth a warning')
  expect(await decide(admin, first.id, { measure: 'warn' })).toMatchObject({
    status: 400,
    body: { fields: { rule: 'Please choose a rule.' } },
  })
  expect((await decide(admin, first.id, { measure: 'nothing' })).status).toBe(400)
  await decide(admin, first.id, { measure: 'warn', rule: 'respect' })
  expect((await allEmailsTo(club, member.email)).at(-1)).toContain('A warning from the moderators')
  const shown = await member.call(api.comments.show, { params: { id: warned.id } })
  expect(shown.body).toMatchObject({ content: 'Worth a warning', isRemoved: false })

  const harmless = await writtenComment(club, 'Perfectly fine')
  await report(otherMember, 'comment', harmless.id)
  const sentBefore = (await allEmailsTo(club, member.email)).length
  await decide(admin, (await caseAbout(club, 'Perfectly fine')).id, { measure: 'dismiss' })
  expect((await allEmailsTo(club, otherMember.email)).at(-1)).toContain('does not break our rules')
  expect((await allEmailsTo(club, member.email)).length).toBe(sentBefore)
  const { looks } = (await member.call(api.audit.staffLooks, { query: {} })).body
  expect(looks.map(({ action }) => action)).toEqual(expect.arrayContaining(['person_warned']))
  expect(looks.map(({ action }) => action)).not.toContain('report_dismissed')
})

it('lets two admins decide once: the second hears what the first decided', async () => {
  const { member, creator, admin } = club.people
  const second = await anotherAdmin(club, 'Vera')
  const said = await writtenComment(club, 'Decide this at once')
  await report(creator, 'comment', said.id)
  const { id } = await caseAbout(club, 'Decide this at once')
  const sentBefore = (await allEmailsTo(club, member.email)).length
  const answers = await Promise.all([
    decide(admin, id, removal),
    decide(second, id, { measure: 'warn', rule: 'respect' }),
  ])
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.message).toMatch(
    /^(Ada|Vera) has decided this already: (removed|its author was warned)\.$/,
  )
  const winner = answers[0].status === 200 ? admin : second
  const ruling = winner === admin ? removal : { measure: 'warn', rule: 'respect' }
  // Pressed twice by the same person it is one decision.
  expect((await decide(winner, id, ruling)).status).toBe(200)
  expect((await allEmailsTo(club, member.email)).length).toBe(sentBefore + 1)
})

it('returns 409 for a deleted comment, whose reports can still be closed', async () => {
  const { creator, admin, otherMember } = club.people
  const said = await writtenComment(club, 'Deleted meanwhile')
  await report(otherMember, 'comment', said.id)
  const { id } = await caseAbout(club, 'Deleted meanwhile')
  await creator.call(api.comments.remove, { params: { id: said.id } })
  expect(await decide(admin, id, removal)).toMatchObject({
    status: 409,
    message: 'This comment is no longer there. You can warn its author or dismiss the reports.',
  })
  const answer = await decide(admin, id, { measure: 'warn', rule: 'respect' })
  expect(answer).toMatchObject({ status: 200, body: { thing: { isShown: false, text: null } } })
  const acts = await club.services.db.select().from(auditEntries).where(eq(auditEntries.subject, said.id))
  expect(acts.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['comment_removed', creator.id],
    ['person_warned', admin.id],
  ])
})

it('records each author whose replies were removed with a comment, once per person', async () => {
  const { creator, member, otherMember } = club.people
  const { db } = club.services
  const { id, postId } = await writtenComment(club, 'With replies')
  for (const [by, text] of [
    [otherMember, 'One'],
    [otherMember, 'Two'],
    [creator, 'Three'],
  ] as const)
    await addComment(club.services, { postId, personId: by.id, content: text, replyToId: id })
  expect((await creator.call(api.comments.remove, { params: { id } })).status).toBe(204)
  const acts = await db.select().from(auditEntries).where(eq(auditEntries.subject, id))
  const concerned = acts.map(({ action, personId }) => `${action} ${personId}`)
  expect(concerned.toSorted()).toEqual(
    [member, otherMember].map((person) => `comment_removed ${person.id}`).toSorted(),
  )
})

it('lets a moderator decide about members, and shows no address [MOD-1]', async () => {
  const { member, otherMember, creator, moderator } = club.people
  const said = await writtenComment(club, 'For the moderator')
  await report(otherMember, 'comment', said.id, 'Look at this')
  await report(creator, 'tip', await writtenTip(club, 'A message for the moderator'))
  const queue = await moderator.call(api.moderation.queue, { query: { limit: 50 } })
  expect(queue.body.cases.map(({ thing }) => thing.text)).toEqual(
    expect.arrayContaining(['For the moderator', 'A message for the moderator']),
  )
  // Ids and times may contain any digits.
  const text = JSON.stringify(queue.body).replaceAll(/"[\da-f-]{36}"|"\d{4}-\d\d-\d\dT[^"]+Z"/g, '""')
  for (const { email } of Object.values(club.people)) expect(text).not.toContain(email)
  expect(text).not.toMatch(/"email":"|lastName":"(?!Whitlock|Vale)|500|cents|usd/i)

  const { id } = await caseAbout(club, 'For the moderator')
  expect(await decide(moderator, id, removal)).toMatchObject({
    status: 200,
    body: { accused: { id: member.id, email: null }, decision: { by: { id: moderator.id } } },
  })
  const [act] = await club.services.db.select().from(auditEntries).where(eq(auditEntries.subject, said.id))
  expect(act).toMatchObject({ action: 'content_removed', actorId: moderator.id, personId: member.id })
})

it('keeps cases about creators, staff and posts from moderators [MOD-1]', async () => {
  const { otherMember, creator, admin, moderator } = club.people
  const postId = await writtenPost(club, 'A post reported to admins')
  await report(otherMember, 'post', postId)
  const texts = ['By the creator', 'By the admin', 'By the moderator']
  for (const [index, person] of [creator, admin, moderator].entries())
    await report(otherMember, 'comment', (await writtenComment(club, texts[index]!, person)).id)
  const queue = await moderator.call(api.moderation.queue, { query: { limit: 50 } })
  const shown = queue.body.cases.map(({ thing }) => thing.text)
  for (const text of [...texts, 'A post reported to admins']) {
    expect(shown).not.toContain(text)
    const { id } = await caseAbout(club, text)
    for (const measure of [{ measure: 'dismiss' }, { ...removal, measure: 'warn' }, removal])
      expect((await decide(moderator, id, measure)).status).toBe(403)
    expect((await decide(admin, id, { measure: 'dismiss' })).status).toBe(text === 'By the admin' ? 403 : 200)
  }
})

it('lets a moderator remove comments of members only [MOD-1]', async () => {
  const { member, creator, moderator } = club.people
  const remove = (id: string) => moderator.call(api.comments.remove, { params: { id } })
  const said = await writtenComment(club, 'Removed by the moderator')
  expect((await remove(said.id)).status).toBe(204)
  for (const person of [creator, moderator])
    expect((await remove((await writtenComment(club, 'Of the staff', person)).id)).status).toBe(403)
  const { id, postId } = await writtenComment(club, 'The creator replied', member)
  await addComment(club.services, { postId, personId: creator.id, content: 'A reply', replyToId: id })
  expect(await remove(id)).toMatchObject({ status: 403, message: expect.stringContaining('report it') })
})

it('silences a member until a time, in words, and by itself no longer [MOD-2]', async () => {
  const { member, moderator, creator, admin, otherMember } = club.people
  const until = new Date(club.services.clock.now().getTime() + 3_600_000)
  const silence = (by: Caller, id: string, body = { until: until.toISOString(), reason: 'Insults' }) =>
    by.call(api.silences.start, { params: { id }, body })
  const comment = (content: string) =>
    member.call(api.comments.add, { params: { id: postId }, body: { content } })
  const postId = await writtenPost(club)
  const early = await comment('Before the silence')

  expect((await silence(otherMember, member.id)).status).toBe(403)
  for (const person of [creator, admin, moderator])
    expect((await silence(moderator, person.id)).status).toBe(403)
  const wrong = [new Date(0), new Date(until.getTime() + 366 * 24 * 3_600_000)]
  for (const end of wrong)
    expect(
      (await silence(moderator, member.id, { until: end.toISOString(), reason: 'Insults' })).status,
    ).toBe(400)
  expect((await silence(moderator, member.id)).body).toMatchObject({
    person: { id: member.id, email: null },
    until: until.toISOString(),
  })
  expect((await silence(moderator, member.id)).status).toBe(200)

  const words = `until ${formatMoment(until)}: Insults`
  expect(await comment('Silenced')).toMatchObject({ status: 403, message: `You cannot comment ${words}` })
  const edited = { params: { id: early.body.id }, body: { content: 'Edited', version: 1 } }
  expect(await member.call(api.comments.edit, edited)).toMatchObject({ status: 403 })
  expect(await member.call(api.tips.send, { body: { amount: 5, message: 'You are deaf' } })).toMatchObject({
    status: 403,
    message: `You cannot write a message with a tip ${words}`,
  })
  expect((await member.call(api.moderation.mine, {})).body.silence).toEqual({
    until: until.toISOString(),
    reason: 'Insults',
  })
  const emails = (await allEmailsTo(club, member.email)).filter((email) => email.includes('Insults'))
  expect(emails).toHaveLength(1)
  const acts = await club.services.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, 'person_silenced'))
  expect(acts).toMatchObject([{ actorId: moderator.id, personId: member.id, reason: 'Insults' }])

  club.clock.advance(3_600_000)
  expect((await comment('The silence is over')).status).toBe(201)
  expect((await moderator.call(api.silences.list, {})).body).toEqual([])
})

it('lifts a silence early and emails its person [MOD-2]', async () => {
  const { otherMember, moderator } = club.people
  const { id } = otherMember
  const until = new Date(club.services.clock.now().getTime() + 3_600_000).toISOString()
  await moderator.call(api.silences.start, { params: { id }, body: { until, reason: 'Spam' } })
  const said = await writtenPost(club)
  const comment = () =>
    otherMember.call(api.comments.add, { params: { id: said }, body: { content: 'Me again' } })
  expect((await comment()).status).toBe(403)
  expect((await moderator.call(api.silences.list, {})).body.map(({ person }) => person.id)).toEqual([id])
  expect((await moderator.call(api.silences.lift, { params: { id } })).status).toBe(204)
  expect((await moderator.call(api.silences.lift, { params: { id } })).status).toBe(404)
  expect((await comment()).status).toBe(201)
  expect((await allEmailsTo(club, otherMember.email)).at(-1)).toContain('comment again')
})

it('decides several cases one by one, and undoes them before anyone is told [MOD-3]', async () => {
  const { member, otherMember, creator, moderator, admin } = club.people
  const { services } = club
  const reported = async (text: string) => {
    const { id } = await writtenComment(club, text)
    await report(otherMember, 'comment', id)
    return { commentId: id, caseId: (await caseAbout(club, text)).id }
  }
  const { commentId, caseId: one } = await reported('First of several')
  const { caseId: two } = await reported('Second of several')
  const { caseId: three } = await reported('Third of several')
  const ofCreator = await writtenComment(club, 'By the creator again', creator)
  await report(otherMember, 'comment', ofCreator.id)
  const beyond = (await caseAbout(club, 'By the creator again')).id
  await decide(admin, three, { measure: 'dismiss' })

  const countEmails = async () =>
    (await allEmailsTo(club, member.email)).length + (await allEmailsTo(club, otherMember.email)).length
  const emailsBefore = await countEmails()
  const ids = [one, two, two, three, beyond, 'no-such-case']
  const done = await moderator.call(api.moderation.decideMany, {
    body: { ids, ruling: { measure: 'remove', rule: 'respect' } },
  })
  expect(done.body.results).toEqual([
    { id: one, problem: null },
    { id: two, problem: null },
    { id: three, problem: 'Ada has decided this already: dismissed.' },
    { id: beyond, problem: 'An admin has to decide about the creator and the staff.' },
    { id: 'no-such-case', problem: 'Report not found' },
  ])
  await notifyOfSettledDecisions(services)
  expect(await countEmails()).toBe(emailsBefore)
  const { decisions } = (await member.call(api.moderation.mine, {})).body
  expect(decisions.map(({ id }) => id)).not.toContain(one)

  const undo = (by: Caller) => by.call(api.moderation.undoDecisions, { body: { ids: [one] } })
  expect((await undo(admin)).body.results[0]?.problem).toContain('Only the person who decided')
  expect((await undo(moderator)).body.results).toEqual([{ id: one, problem: null }])
  expect((await undo(moderator)).body.results[0]?.problem).toContain('open already')
  expect(await caseAbout(club, 'First of several')).toMatchObject({
    id: one,
    decision: null,
    thing: { isShown: true },
  })
  const acts = await services.db.select().from(auditEntries).where(eq(auditEntries.subject, commentId))
  expect(acts.map(({ action }) => action).toSorted()).toEqual(['content_removed', 'decision_undone'])

  club.clock.advance(undoSeconds * 1000)
  const late = await moderator.call(api.moderation.undoDecisions, { body: { ids: [two] } })
  expect(late.body.results[0]?.problem).toContain('too late')
  await Promise.all([notifyOfSettledDecisions(services), notifyOfSettledDecisions(services)])
  expect(await countEmails()).toBe(emailsBefore + 2)
})

it('refuses to undo a dismissal that was reported again [MOD-3]', async () => {
  const { otherMember, moderator, creator } = club.people
  const said = await writtenComment(club, 'Dismissed and reported again')
  await report(otherMember, 'comment', said.id)
  const { id } = await caseAbout(club, 'Dismissed and reported again')
  const body = { ids: [id], ruling: { measure: 'dismiss' as const } }
  await moderator.call(api.moderation.decideMany, { body })
  await report(creator, 'comment', said.id)
  const undone = await moderator.call(api.moderation.undoDecisions, { body: { ids: [id] } })
  expect(undone.body.results[0]?.problem).toContain('reported again')
  expect((await caseAbout(club, 'Dismissed and reported again')).id).not.toBe(id)
})

it('keeps reports about an erased person, without their name or text', async () => {
  const { admin, creator, member } = club.people
  const { db } = club.services
  const said = await writtenComment(club, 'By a member who leaves')
  await report(creator, 'comment', said.id, 'Words of a reporter')
  const { id } = await caseAbout(club, 'By a member who leaves')
  await db.transaction((tx) => eraseInModeration(tx, member.id))
  const refused = await decide(admin, id, { measure: 'warn', rule: 'respect' })
  expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('is gone') })
  expect(await decide(admin, id, removal)).toMatchObject({ status: 200, body: { accused: null } })
  const [row] = await db.select().from(moderationCases).where(eq(moderationCases.id, id))
  expect(row?.accusedId).toBeNull()

  await db.transaction((tx) => eraseInModeration(tx, creator.id))
  const left = await db.select().from(reports).where(eq(reports.caseId, id))
  expect(left).toMatchObject([{ reporterId: null, words: null }])
})
