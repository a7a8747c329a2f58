import { isEmailed, type UnsubscribeScope, type NoticeKind } from '@touchline/contract/notifications.ts'
import { composeEmail, defineEmail, type Email, exampleReader, type Recipient } from '#mail/email.ts'
import { kindDescriptions } from './kinds.ts'
import { type Notice, sentences } from './notices.ts'

const counted: Record<NoticeKind, [one: string, many: string]> = {
  new_post: ['new post', 'new posts'],
  reply: ['reply to you', 'replies to you'],
  mention: ['mention of you', 'mentions of you'],
  comment: ['comment on your posts', 'comments on your posts'],
  comment_hearted: ['comment of yours hearted', 'comments of yours hearted'],
  tip_received: ['tip', 'tips'],
  tip_hearted: ['heart for your tips', 'hearts for your tips'],
  payment: ['message about your payments', 'messages about your payments'],
  report: ['decision on your reports', 'decisions on your reports'],
}

/** The page that lists all notices of a kind. */
const pages: Record<NoticeKind, string> = {
  new_post: '/content',
  reply: '/content',
  mention: '/content',
  comment: '/inbox',
  comment_hearted: '/content',
  tip_received: '/tips-received',
  tip_hearted: '/my-tips',
  payment: '/settings',
  report: '/settings',
}

const maxListed = 20

/** Returns a count such as "3 new posts". */
export function countLabel(kind: NoticeKind, count: number): string {
  const [one, many] = counted[kind]
  return `${count} ${count === 1 ? one : many}`
}

export const pageOf = (kind: NoticeKind): string => pages[kind]

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

function listed(ofKind: Notice[]): string[] {
  const named = ofKind.slice(0, maxListed).map(({ sentence }) => `${sentence}.`)
  const more = ofKind.length - named.length
  return more > 0 ? [...named, `And ${more} more.`, ''] : [...named, '']
}

type Site = { siteUrl: string; unsubscribeUrl: (of: UnsubscribeScope) => string }

const mina = { id: '', ...exampleReader, role: 'subscriber' } as const
const alex = { id: '', email: 'alex@club.example', firstName: 'Alex', role: 'creator' } as const
const subjectId = '0190d0c0-0000-7000-8000-000000000000'
const path = `/post/${subjectId}`
const newPost = (title: string): Notice => ({
  kind: 'new_post',
  subjectId,
  sentence: sentences.new_post(title),
  path,
})
const reply: Notice = { kind: 'reply', subjectId, ...sentences.reply(alex, 'Two watches'), path }
const tip: Notice = {
  kind: 'tip_received',
  subjectId,
  ...sentences.tip_received(mina, 500),
  path: '/tips-received',
}
const exampleSite = (siteUrl: string): Site => ({
  siteUrl,
  unsubscribeUrl: (scope) => `${siteUrl}/unsubscribe?letter=example.${scope}`,
})

/** The email about one notice, or a digest of several. `notices` is not empty. */
export const noticeEmail = defineEmail(
  (reader: Recipient, notices: readonly Notice[], site: Site) => {
    const named = notices.flatMap((notice) => notice.named ?? [])
    return { ...composeNotices(reader, notices, site), ...(named.length > 0 ? { named } : {}) }
  },
  {
    notice: [
      'One thing happened',
      (siteUrl) => [exampleReader, [newPost('Two watches')], exampleSite(siteUrl)],
    ],
    digest: [
      'Several things happened within an hour',
      (siteUrl) => [
        exampleReader,
        [newPost('Two watches'), newPost('The whistle at midnight'), reply],
        exampleSite(siteUrl),
      ],
    ],
    tip: ['To the creator: a tip', (siteUrl) => [alex, [tip], exampleSite(siteUrl)]],
  },
)

function composeNotices(
  reader: Recipient,
  notices: readonly Notice[],
  { siteUrl, unsubscribeUrl }: Site,
): Email {
  const byKind = Map.groupBy(notices, ({ kind }) => kind)
  const kinds = [...byKind.keys()]
  const [only, ...others] = kinds.filter(isEmailed)
  const of: UnsubscribeScope = only && others.length === 0 ? only : 'email'
  const declining = { url: unsubscribeUrl(of), about: kindDescriptions[of] }
  const [first] = notices
  if (first && notices.length === 1)
    return composeEmail(
      reader,
      first.subject ?? first.sentence,
      [`${first.sentence}.`, `See it here: ${siteUrl}${first.path}`],
      declining,
    )
  const subject = listFormat.format(kinds.map((kind) => countLabel(kind, byKind.get(kind)!.length)))
  const lists = [...byKind.values()].flatMap((ofKind) => listed(ofKind))
  const links = [...new Set(kinds.map(pageOf))].map((page) => `${siteUrl}${page}`)
  return composeEmail(
    reader,
    subject,
    ['This is what happened in the club:', '', ...lists, ...links],
    declining,
  )
}
