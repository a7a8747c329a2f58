import { lazy } from 'react'
import { DraftScreen } from '../features/drafts/draft-screen.tsx'

const PostPreview = lazy(async () => ({
  default: (await import('../features/posts/post-preview.tsx')).PostPreview,
}))

/** The draft page with a preview of the post in the feed. */
export const DraftPage = () => <DraftScreen preview={PostPreview} />
