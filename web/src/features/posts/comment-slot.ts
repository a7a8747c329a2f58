import type { ComponentType } from 'react'

/**
 * What stands below a post when its comments are open; `onChange` hears that their number may have changed. `isPage` on
 * the post's own page, where they are part of the page instead of a box that scrolls.
 */
export type CommentSlot = ComponentType<{ postId: string; onChange: () => void; isPage?: boolean }>
