import { save, show } from '@touchline/contract/drafts.ts'
import { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { logProblem } from '#api/log.ts'
import { randomId } from '#ui/random-id.ts'
import { desk, deskOf } from './clear-local-work.ts'
import { saveText, savedText, savedTextsUnder } from './saved-texts.ts'

type Fields = { title: string; content: string; mediaAlt: string; opensAt: string | null }
type Kept = { draftId: string; version: number; typed: Fields }

const isEmpty = ({ title, content, mediaAlt }: Fields) => !(title || content || mediaAlt)

async function differs({ draftId, typed }: Kept) {
  try {
    const { title, content, mediaAlt, opensAt } = await call(show, { params: { id: draftId } })
    return (
      title !== typed.title ||
      content !== typed.content ||
      mediaAlt !== typed.mediaAlt ||
      opensAt !== typed.opensAt
    )
  } catch {
    return true
  }
}

const isBlank = ({ version, typed }: Kept) => version === 0 && isEmpty(typed)

const readKept = (prefix: string): { text: string; kept: Kept }[] =>
  [...new Set(savedTextsUnder(prefix).filter((text) => text !== ''))].map((text) => ({
    text,
    kept: JSON.parse(text),
  }))

/** Counts everyone's drafts that only this browser has. */
export const countLocalDrafts = (): number => readKept(desk).filter(({ kept }) => !isBlank(kept)).length

async function saveOne(kept: Kept) {
  const { draftId, version, typed } = kept
  if (isBlank(kept)) return
  try {
    await call(save, { params: { id: draftId }, body: { version, ...typed } })
  } catch (error) {
    const isChanged = error instanceof ApiError && [404, 409].includes(error.status)
    if (!isChanged) throw error
    // Keep both versions instead of asking which one to keep.
    if (await differs(kept)) await call(save, { params: { id: randomId() }, body: { version: 0, ...typed } })
  }
}

/** Saves a person's local drafts on the server, and returns how many it refused. */
export async function saveDesk(personId: string): Promise<number> {
  const saves = await Promise.allSettled(
    readKept(deskOf(personId)).map(async ({ text, kept }) => {
      await saveOne(kept)
      // Keep text that was typed during the request.
      const key = deskOf(personId) + kept.draftId
      if (savedText(key) === text) saveText(key, null)
    }),
  )
  const refused = saves.filter((one) => one.status === 'rejected')
  for (const { reason } of refused) logProblem('A draft could not be saved before signing out', reason)
  return refused.length
}
