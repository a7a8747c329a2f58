import { saveText, savedText, savedTextsUnder, unsentHeartsKey } from '#session/saved-texts.ts'
import { useSavedText } from '#session/use-saved-text.ts'

/** What somebody wants of a post without a connection: the last wish counts. `number` tells it from the one before. */
export type UnsentHeart = { personId: string; postId: string; wish: boolean; number: string }

const keyOf = ({ personId, postId }: Pick<UnsentHeart, 'personId' | 'postId'>) =>
  `${unsentHeartsKey(personId)}${postId}`

const read = (text: string): UnsentHeart => JSON.parse(text)

/** Keeps a wish in place of the one before. */
export const saveHeart = (heart: UnsentHeart) => saveText(keyOf(heart), JSON.stringify(heart))

/** True while any wish waits for the same post. */
export const isWaiting = (heart: UnsentHeart) => savedText(keyOf(heart)) !== null

/** True while no other wish has taken its place. */
export const isStillWanted = (heart: UnsentHeart) => {
  const kept = savedText(keyOf(heart))
  return kept !== null && read(kept).number === heart.number
}

/** Forgets a wish, unless another has taken its place meanwhile. */
export function deleteHeart(heart: UnsentHeart): void {
  if (isStillWanted(heart)) saveText(keyOf(heart), null)
}

export const unsentHearts = (personId: string) => savedTextsUnder(unsentHeartsKey(personId)).map(read)

/** The wish that waits for a post, or null. */
export function useUnsentHeart(personId: string, postId: string): UnsentHeart | null {
  const text = useSavedText(keyOf({ personId, postId }))
  return text === null ? null : read(text)
}
