import { fileURLToPath } from 'node:url'

/**
 * What is run to start the site. Node sizes its young generation for the machine's whole memory; a site that shares
 * the machine with its database is better off with 8 MB.
 */
export const serverProgram = [
  '--max-semi-space-size=8',
  fileURLToPath(new URL('src/main.ts', import.meta.url)),
]

/** Where Node keeps compiled modules between starts. */
export const compileCache = fileURLToPath(new URL('../node_modules/.cache/touchline', import.meta.url))
