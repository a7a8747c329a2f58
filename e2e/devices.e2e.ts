import { expect } from './club.ts'
import { test } from './joining.ts'
import { emailsTo } from './sent-emails.ts'
import { becomeMember, signInOn } from './people.ts'

test('emails about a sign-in from a new browser, which the known one can end [SET-7]', async ({ visit }) => {
  const own = await visit()
  const { email, password } = await becomeMember(own)
  const other = await visit()
  await signInOn(other, email, password)
  const notices = async () =>
    (await emailsTo(email)).filter((text) => text.includes('Subject: New sign-in to your account'))
  await expect.poll(notices).toHaveLength(1)
  const [notice = ''] = await notices()
  const link = /http:\S+\/settings/.exec(notice)?.[0] ?? ''

  await own.goto(link)
  const sessions = own.getByRole('region', { name: 'Active Sessions' })
  await sessions.getByRole('button', { name: 'Sign Out All Others' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  expect((await other.request.get('/api/auth/user')).status()).toBe(401)
})
