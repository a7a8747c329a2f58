import type { Media } from '@touchline/contract/media.ts'

/** `picture` stands in for a missing poster. */
export type Author = { name: string; picture: string | null }

/** Plays by itself from a second. Each `key` starts once. */
export type Start = { seconds: number; key: string }

export type PlayerProps = {
  postId: string
  /** Of several films and recordings of a post. */
  partId?: string
  media: Media
  name: string
  by: Author
  /** The post's text, which may list chapters. */
  text?: string
  start?: Start | undefined
}
