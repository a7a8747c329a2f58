import { describe, expect, it } from 'vitest'
import { welcomeFor } from './welcome.ts'

describe('the welcome', () => {
  it('differs for the creator, an admin, an active subscriber and anybody else [HOME-1]', () => {
    const texts = [
      welcomeFor({ role: 'creator', subscriptionStatus: null }, 'Sam', 'Sam'),
      welcomeFor({ role: 'admin', subscriptionStatus: null }, 'Sam', 'Sam'),
      welcomeFor({ role: 'subscriber', subscriptionStatus: 'active' }, 'Sam', 'Sam'),
      welcomeFor({ role: 'subscriber', subscriptionStatus: 'canceled' }, 'Sam', 'Sam'),
    ]
    expect(new Set(texts.map(({ text }) => text)).size).toBe(4)
  })
})
