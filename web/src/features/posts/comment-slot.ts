import type { ComponentType } from 'react'

/** What stands below a post when its comments are open; `onChange` hears that their number may have changed. */
export type CommentSlot = ComponentType<{ postId: string; onChange: () => void }>
