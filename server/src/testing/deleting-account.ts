import { api } from '@touchline/contract/api.ts'
import { deleteDueAccounts } from '#features/account-deletion/delete-account.ts'
import type { Caller } from './caller.ts'
import type { Club } from './club.ts'
import { emailsTo } from './sent-emails.ts'

type Place = Pick<Club, 'services' | 'clock' | 'visitor'>

/** The token of the newest emailed link of a kind. */
export async function linkTo(club: Place, email: string, kind: 'confirm' | 'undo'): Promise<string> {
  await club.services.jobs.settled()
  const mails = await emailsTo(club, email)
  const tokens = mails.flatMap(
    (mail) => new RegExp(`account-deletion#${kind}\\.([\\w-]{43})`).exec(mail)?.[1] ?? [],
  )
  const newest = tokens.at(-1)
  if (!newest) throw new Error(`no link to ${kind} was mailed to ${email}`)
  return newest
}

export const requestDeletion = (who: Caller, message = 'The season is over for me.') =>
  who.call(api.accountDeletion.ask, { body: { message } })

/** Requests deletion, confirms it by the emailed link, and waits until billing has ended. */
export async function leave(club: Place, who: Caller, email: string): Promise<void> {
  const asked = await requestDeletion(who)
  if (asked.status !== 202) throw new Error(`the request was answered with ${asked.status}: ${asked.message}`)
  const token = await linkTo(club, email, 'confirm')
  const confirmed = await club.visitor().call(api.accountDeletion.confirm, { body: { token } })
  if (confirmed.status !== 200)
    throw new Error(`the link was answered with ${confirmed.status}: ${confirmed.message}`)
  await club.services.jobs.settled()
}

export async function hourOfDepartures({ services }: Place): Promise<void> {
  await deleteDueAccounts(services)
  await services.jobs.settled()
}
