import { save, show } from '@touchline/contract/drafts.ts'
import { ApiError } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { logProblem } from '#api/log.ts'
import { randomId } from '#ui/random-id.ts'
import { localDrafts, localDraftsOf } from './clear-local-work.ts'
import { type Copy, copyKey, isSameText, toSaved, typedOf } from './local-copy.ts'
import { saveText, savedText, savedTextsUnder } from './saved-texts.ts'

type LocalDraft = Copy & { draftId: string; editorId?: string }

const isBlank = ({ version, typed }: LocalDraft) =>
  version === 0 && !(typed.title || typed.content || typed.mediaAlt)

async function differs({ draftId, typed }: LocalDraft) {
  try {
    return !isSameText(typedOf(await call(show, { params: { id: draftId } })), typed)
  } catch {
    return true
  }
}

const draftsUnder = (prefix: string): { text: string; draft: LocalDraft }[] =>
  [...new Set(savedTextsUnder(prefix).filter((text) => text !== ''))].map((text) => ({
    text,
    draft: JSON.parse(text),
  }))

/** Counts everyone's drafts that only this browser has. */
export const countLocalDrafts = (): number =>
  draftsUnder(localDrafts).filter(({ draft }) => !isBlank(draft)).length

async function saveOne(draft: LocalDraft) {
  if (isBlank(draft)) return
  const body = toSaved(draft)
  try {
    await call(save, { params: { id: draft.draftId }, body })
  } catch (error) {
    const isChanged = error instanceof ApiError && [404, 409].includes(error.status)
    if (!isChanged) throw error
    // Keep both versions instead of asking which one to keep.
    if (await differs(draft)) await call(save, { params: { id: randomId() }, body: { ...body, version: 0 } })
  }
}

/** Saves a person's local drafts on the server, and returns how many it refused. */
export async function saveLocalDrafts(personId: string): Promise<number> {
  const saves = await Promise.allSettled(
    draftsUnder(localDraftsOf(personId)).map(async ({ text, draft }) => {
      await saveOne(draft)
      // Keep text that was typed during the request.
      const key = copyKey(personId, draft)
      if (savedText(key) === text) saveText(key, null)
    }),
  )
  const refused = saves.filter((one) => one.status === 'rejected')
  for (const { reason } of refused) logProblem('A draft could not be saved before signing out', reason)
  return refused.length
}
