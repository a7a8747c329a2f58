import { config } from 'zod/v4/mini'

// Stands in for `zod/mini` in the browser (see vite.config.ts): it must be told before the first schema is made
// not to compile functions, which the content security policy would refuse.
config({ jitless: true })

export * from 'zod/v4/mini'
