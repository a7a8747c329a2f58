import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'

/** The real library: only vitest.config.ts puts this file in its place, so no running site can. */
const argon2: typeof Argon2 = createRequire(import.meta.url)('@node-rs/argon2')

/** What the site must ask for: OWASP's second recommendation. */
const demanded = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const forTests = { memoryCost: 64, timeCost: 1, parallelism: 1 }

let isFull = false

/** Makes every password as slow as on a running site, for tests of what happens then. */
export function hashAtFullStrength(full: boolean): void {
  isFull = full
}

export async function verify(hashed: string, password: string): Promise<boolean> {
  if (isFull) await argon2.hash(password, demanded)
  return argon2.verify(hashed, password)
}

/** Hashes with less work than the site asks for, because tests hash thousands of passwords. */
export async function hash(password: string, asked: Argon2.Options): Promise<string> {
  const { memoryCost, timeCost, parallelism } = asked
  if (JSON.stringify({ memoryCost, timeCost, parallelism }) !== JSON.stringify(demanded))
    throw new Error(`passwords are to be hashed with ${JSON.stringify(demanded)}`)
  return argon2.hash(password, isFull ? demanded : forTests)
}
