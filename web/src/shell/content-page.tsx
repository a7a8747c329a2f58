import { ContentPage } from '../features/posts/content-page.tsx'
import { CommentPlace, useCommentsAhead } from './comment-place.tsx'

/** The feed with the comments of its posts. */
export function Content() {
  useCommentsAhead()
  return <ContentPage comments={CommentPlace} />
}
