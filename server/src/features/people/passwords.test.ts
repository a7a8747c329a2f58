import { hash as hashForTests } from '#testing/fast-argon2.ts'
import { expect, it } from 'vitest'
import { hashPassword, passwordMatches } from './passwords.ts'

it('recognises the password it hashed, and no other', async () => {
  const hash = await hashPassword('offside again')
  expect(await passwordMatches(hash, 'offside again')).toBe(true)
  expect(await passwordMatches(hash, 'Offside again')).toBe(false)
  expect(await passwordMatches(null, 'no account has this password')).toBe(false)
})

it('asks for the strength OWASP recommends, or no test could hash', async () => {
  const weak = { memoryCost: 19_456, timeCost: 1, parallelism: 1 }
  await expect(hashForTests('offside again', weak)).rejects.toThrow('"timeCost":2')
})
