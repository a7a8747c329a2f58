import { saveText, savedText, savedTextsUnder, unsentHeartsKey, useSavedText } from '#drafting/saved-texts.ts'

/** An offline like or unlike; the last one counts. `number` identifies it. */
export type UnsentHeart = { personId: string; postId: string; wish: boolean; number: string }

const keyOf = ({ personId, postId }: Pick<UnsentHeart, 'personId' | 'postId'>) =>
  `${unsentHeartsKey(personId)}${postId}`

const read = (text: string): UnsentHeart => JSON.parse(text)

export const saveHeart = (heart: UnsentHeart) => saveText(keyOf(heart), JSON.stringify(heart))

export const isWaiting = (heart: UnsentHeart) => savedText(keyOf(heart)) !== null

export const isStillWanted = (heart: UnsentHeart) => {
  const saved = savedText(keyOf(heart))
  return saved !== null && read(saved).number === heart.number
}

export function deleteHeart(heart: UnsentHeart): void {
  if (isStillWanted(heart)) saveText(keyOf(heart), null)
}

export const unsentHearts = (personId: string) => savedTextsUnder(unsentHeartsKey(personId)).map(read)

export function useUnsentHeart(personId: string, postId: string): UnsentHeart | null {
  const text = useSavedText(keyOf({ personId, postId }))
  return text === null ? null : read(text)
}
