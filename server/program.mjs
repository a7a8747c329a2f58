import { fileURLToPath } from 'node:url'

/** What every program of the server begins with. */
export const beforeProgram = ['--import', new URL('resolve-drizzle.mjs', import.meta.url).href]

/**
 * The arguments that start the site. By default Node sizes its young generation for the whole machine and lets the old
 * one grow to several times what is used; the site shares the machine with its database (docs/performance.md, Memory).
 */
export const serverProgram = [
  ...beforeProgram,
  '--max-semi-space-size=8',
  '--heap-growing-percent=50',
  '--expose-gc',
  fileURLToPath(new URL('src/main.ts', import.meta.url)),
]

/** Where Node keeps compiled modules between starts. */
export const compileCache = fileURLToPath(new URL('../node_modules/.cache/touchline', import.meta.url))
