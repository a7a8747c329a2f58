import { lazy } from 'react'
import { DraftScreen } from '../features/drafts/draft-screen.tsx'

const PostPreview = lazy(async () => ({
  default: (await import('../features/posts/post-preview.tsx')).PostPreview,
}))

/** A draft with the preview of the feed. */
export const DraftPage = () => <DraftScreen preview={PostPreview} />
