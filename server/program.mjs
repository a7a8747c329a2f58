import { fileURLToPath } from 'node:url'

/**
 * What is run to start the site. Node sizes its young generation, and how many threads collect what is no longer used,
 * for a machine that is all its own; a site that shares two cores with its database is better off with 8 MB and one.
 */
export const serverProgram = [
  '--max-semi-space-size=8',
  '--v8-pool-size=1',
  fileURLToPath(new URL('src/main.ts', import.meta.url)),
]

/** Where Node keeps compiled modules between starts. */
export const compileCache = fileURLToPath(new URL('../node_modules/.cache/touchline', import.meta.url))
