import { PostPage } from '../features/posts/post-page.tsx'
import { CommentPlace } from './comment-place.tsx'

/** One post with its comments. */
export const Post = () => <PostPage comments={CommentPlace} />
