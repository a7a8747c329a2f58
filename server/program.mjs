import { fileURLToPath } from 'node:url'

/**
 * What is run to start the site. Node sizes its young generation for the machine's whole memory and lets the old one grow
 * to several times what is used; a site that shares the machine with its database is better off with 8 MB and half
 * as much again (decision 0008).
 */
export const serverProgram = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=50',
  fileURLToPath(new URL('src/main.ts', import.meta.url)),
]

/** Where Node keeps compiled modules between starts. */
export const compileCache = fileURLToPath(new URL('../node_modules/.cache/touchline', import.meta.url))
