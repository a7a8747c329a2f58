import type { Post } from '@touchline/contract/posts.ts'
import { fullNameOf, usePicture } from '#people/names.ts'
import type { Author } from '#player/player-props.ts'

/** The creator of a post, as the lock screen shows them. */
export const useAuthor = ({ creator }: Pick<Post, 'creator'>): Author => ({
  name: fullNameOf(creator, 'the creator'),
  picture: usePicture(creator),
})
