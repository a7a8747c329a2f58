import type { DemoPost } from './demo-post.ts'
import { firstHalf } from './first-half.ts'
import { secondHalf } from './second-half.ts'

/** Everything the creator of the demo published, oldest first. */
export const script: readonly DemoPost[] = [...firstHalf, ...secondHalf]
