import { save, show } from '@touchline/contract/drafts.ts'
import { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { logProblem } from '#api/log.ts'
import { randomId } from '#ui/random-id.ts'
import { desk, deskOf } from './clear-local-work.ts'
import { saveText, savedText, savedTextsUnder } from './saved-texts.ts'

type Fields = { title: string; content: string; mediaAlt: string; opensAt: string | null }
type LocalDraft = { draftId: string; version: number; typed: Fields }

const isEmpty = ({ title, content, mediaAlt }: Fields) => !(title || content || mediaAlt)

async function differs({ draftId, typed }: LocalDraft) {
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

const isBlank = ({ version, typed }: LocalDraft) => version === 0 && isEmpty(typed)

const localDrafts = (prefix: string): { text: string; draft: LocalDraft }[] =>
  [...new Set(savedTextsUnder(prefix).filter((text) => text !== ''))].map((text) => ({
    text,
    draft: JSON.parse(text),
  }))

/** Counts everyone's drafts that only this browser has. */
export const countLocalDrafts = (): number => localDrafts(desk).filter(({ draft }) => !isBlank(draft)).length

async function saveOne(draft: LocalDraft) {
  const { draftId, version, typed } = draft
  if (isBlank(draft)) return
  try {
    await call(save, { params: { id: draftId }, body: { version, ...typed } })
  } catch (error) {
    const isChanged = error instanceof ApiError && [404, 409].includes(error.status)
    if (!isChanged) throw error
    // Keep both versions instead of asking which one to keep.
    if (await differs(draft)) await call(save, { params: { id: randomId() }, body: { version: 0, ...typed } })
  }
}

/** Saves a person's local drafts on the server, and returns how many it refused. */
export async function saveDesk(personId: string): Promise<number> {
  const saves = await Promise.allSettled(
    localDrafts(deskOf(personId)).map(async ({ text, draft }) => {
      await saveOne(draft)
      // Keep text that was typed during the request.
      const key = deskOf(personId) + draft.draftId
      if (savedText(key) === text) saveText(key, null)
    }),
  )
  const refused = saves.filter((one) => one.status === 'rejected')
  for (const { reason } of refused) logProblem('A draft could not be saved before signing out', reason)
  return refused.length
}
