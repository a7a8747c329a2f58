import type { Media } from '@touchline/contract/media.ts'

/** `picture` stands in for a missing poster. */
export type Author = { name: string; picture: string | null }

export type PlayerProps = {
  postId: string
  /** Of several films and recordings of a post. */
  partId?: string
  media: Media
  name: string
  by: Author
  /** The post's text, which may list chapters. */
  text?: string
}
