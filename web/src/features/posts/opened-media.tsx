import type { Post } from '@touchline/contract/posts.ts'
import { Film } from '#player/film.tsx'
import { Recording } from '#player/recording.tsx'
import { PictureOpener } from './picture-opener.tsx'
import { PostAnimation } from './post-animation.tsx'
import { mediaName } from './post-name.ts'
import { UnreadyMedia } from './unready-media.tsx'

/** What can be done with the picture, video or recording of a post, or what is said in its place. */
export function OpenedMedia({ post }: { post: Post }) {
  const { id, media, mediaType, status } = post
  if (status !== 'ready' || !media) return <UnreadyMedia post={post} />
  const shown = { postId: id, media, name: mediaName(post) }
  if (mediaType === 'audio') return <Recording {...shown} />
  if (mediaType === 'video') return <Film {...shown} />
  const { animationUrl } = media
  return animationUrl ? <PostAnimation url={animationUrl} name={shown.name} /> : <PictureOpener {...shown} />
}
