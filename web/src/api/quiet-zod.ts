import { config } from 'zod/v4/mini'

// Replaces `zod/mini` in the browser (see vite.config.ts). Before the first schema it disables compiled functions, which
// the content security policy forbids.
config({ jitless: true })

export * from 'zod/v4/mini'
