import type { ComponentType } from 'react'

/**
 * The comments below a post. `onChange` is called when their number may have changed. `isPage` on the post's own page,
 * where they do not scroll in a box.
 */
export type CommentSlot = ComponentType<{ postId: string; onChange: () => void; isPage?: boolean }>
