import { keepText, keptText, textsUnder, unsentHeartsOf } from '#session/kept-texts.ts'
import { useKeptText } from '#session/use-kept-texts.ts'

/** What somebody wants of a post without a connection: the last wish counts. `number` tells it from the one before. */
export type UnsentHeart = { personId: string; postId: string; wish: boolean; number: string }

const keyOf = ({ personId, postId }: Pick<UnsentHeart, 'personId' | 'postId'>) =>
  `${unsentHeartsOf(personId)}${postId}`

const read = (text: string): UnsentHeart => JSON.parse(text)

/** Keeps a wish in place of the one before. */
export const keepHeart = (heart: UnsentHeart) => keepText(keyOf(heart), JSON.stringify(heart))

/** True while any wish waits for the same post. */
export const isWaiting = (heart: UnsentHeart) => keptText(keyOf(heart)) !== null

/** True while no other wish has taken its place. */
export const isStillWished = (heart: UnsentHeart) => {
  const kept = keptText(keyOf(heart))
  return kept !== null && read(kept).number === heart.number
}

/** Forgets a wish, unless another has taken its place meanwhile. */
export function forgetHeart(heart: UnsentHeart): void {
  if (isStillWished(heart)) keepText(keyOf(heart), null)
}

export const unsentHearts = (personId: string) => textsUnder(unsentHeartsOf(personId)).map(read)

/** The wish that waits for a post, or null. */
export function useUnsentHeart(personId: string, postId: string): UnsentHeart | null {
  const text = useKeptText(keyOf({ personId, postId }))
  return text === null ? null : read(text)
}
