import { CreatorProfile } from '../features/profiles/creator-page.tsx'
import { NewestPosts } from '../features/posts/post-links.tsx'

/** A creator's profile with their newest posts. */
export const CreatorPage = () => <CreatorProfile newestPosts={NewestPosts} />
