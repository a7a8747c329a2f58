import { join } from 'node:path'
import { root } from './project.mjs'

/**
 * What is run to start the site. Node sizes its young generation for the machine's whole memory; a site that shares
 * the machine with its database is better off with 16 MB.
 */
export const serverProgram = ['--max-semi-space-size=16', join(root, 'server', 'src', 'main.ts')]

/** Where Node keeps compiled modules between starts. */
export const compileCache = join(root, 'node_modules', '.cache', 'touchline')
