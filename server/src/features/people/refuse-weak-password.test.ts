import { site } from '@touchline/content/site.ts'
import { expect, it } from 'vitest'
import { refuseWeakPassword } from './refuse-weak-password.ts'

it.each([
  'dragon',
  'DRAGON',
  'Dragon2026!',
  'password12345',
  'P@ssw0rd1!',
  ' qwerty ',
  'ｄｒａｇｏｎ',
  site.name,
  `${site.name}2026`,
])('refuses the leaked password %j', async (password) => {
  await expect(refuseWeakPassword({ site: { settings: site } }, password, 'password')).rejects.toMatchObject({
    status: 400,
  })
})

it.each(['offside-trap', 'dragon over the goal', 'tkw-hqz-83', '7h2k9q', 'dragon2026071'])(
  'accepts %j',
  async (password) => {
    await expect(
      refuseWeakPassword({ site: { settings: site } }, password, 'password'),
    ).resolves.toBeUndefined()
  },
)
