import { expect, it } from 'vitest'

import { openShop, refusalOf } from '#testing/shop.ts'

it('accepts a valid email address or none, and rejects others in Stripe’s words', async () => {
  const shop = await openShop()
  const { customers } = shop.stripe
  for (const email of ['ada@example.org', 'o.k+tag@sub.example.co', 'zoë@bücher.example', ''])
    expect((await customers.create({ email })).email).toBe(email || null)
  const { id } = await customers.create({ email: 'ada@example.org' })
  for (const email of ['ada', 'ada@', '@example.org', 'ada@example', 'a da@example.org', 'ada@exa@mple.org'])
    for (const call of [customers.create({ email }), customers.update(id, { email })])
      expect(await refusalOf(call)).toMatchObject({ statusCode: 400, code: 'email_invalid', param: 'email' })
  expect((await customers.update(id, { email: '' })).email).toBeNull()
  await shop.sandbox.close()
})
