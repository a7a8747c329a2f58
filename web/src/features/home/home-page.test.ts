import type { User } from '@touchline/contract/people.ts'
import { describe, expect, it } from 'vitest'
import { welcomeFor } from './home-page.tsx'

const createdAt = '2026-11-25T12:00:00.000Z'
const seen = (who: Pick<User, 'role' | 'subscriptionStatus'>, at: string) =>
  welcomeFor({ ...who, createdAt }, { name: 'Kim', creatorName: 'Sam', nowMs: Date.parse(at) })
const everybody = [
  { role: 'creator', subscriptionStatus: null },
  { role: 'admin', subscriptionStatus: null },
  { role: 'subscriber', subscriptionStatus: 'active' },
  { role: 'subscriber', subscriptionStatus: 'canceled' },
] as const

describe('the welcome', () => {
  it('differs for the creator, an admin, an active subscriber and anybody else [HOME-1]', () => {
    const texts = everybody.map((who) => seen(who, '2026-12-25T12:00:00Z').text)
    expect(new Set(texts).size).toBe(4)
  })

  it('does not say "back" on the first day [HOME-1]', () => {
    for (const who of everybody) expect(seen(who, '2026-11-26T11:59:00Z').title).toBe('Welcome, Kim')
    expect(seen(everybody[2], '2026-11-26T12:00:00Z').title).toBe('Welcome back, Kim')
  })
})
