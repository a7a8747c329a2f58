import { demoEmail } from './accounts.ts'
import { type MemberTimeline, timelineOf } from './timeline.ts'
import { members } from './script/members.ts'

// Letters without a decomposition into a base letter and a mark.
const others: Record<string, string> = { ł: 'l', ø: 'o', æ: 'ae', ß: 'ss', đ: 'd' }

const plain = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z]/g, (letter) => others[letter] ?? '')

/** Everyone who ever paid, with the dates of their membership as seen from `seenFrom`. */
export const memberTimelines = (seenFrom: Date, seed: number): MemberTimeline[] =>
  members.map((member) => {
    const { account, firstName, lastName } = member
    const email = account ? demoEmail(account) : `${plain(firstName)}.${plain(lastName)}@fans.example`
    return timelineOf(member, email, seenFrom, seed)
  })
