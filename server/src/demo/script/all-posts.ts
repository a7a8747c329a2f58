import type { DemoPost } from './demo-post.ts'
import { firstHalf } from './first-half.ts'
import { secondHalf } from './second-half.ts'

/** The demo's posts, oldest first. */
export const script: readonly DemoPost[] = [...firstHalf, ...secondHalf]
