import { expect } from './club.ts'
import { cards, newApplicant, payOn, signUpOn, test } from './joining.ts'

test('explains a wallet’s return in a browser without the signup [PAY-8] [fault 30]', async ({ visit }) => {
  const paid = await visit()
  const fan = newApplicant()
  await paid.goto('/signup')
  await signUpOn(paid, fan)
  await paid.route('**/api/create-user', (route) => route.abort())
  const confirmed = paid.waitForResponse(/\/confirm$/)
  await payOn(paid, cards.good)
  const { id } = await (await confirmed).json()

  const page = await visit()
  await page.goto(`/payment-success?payment_intent=${id}&redirect_status=succeeded`)
  await expect(page.getByText('Your account is ready. Please sign in.')).toBeVisible()
  await expect(page).toHaveURL('/payment-success')
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Email', { exact: true }).fill(fan.email)
  await page.getByLabel('Password', { exact: true }).fill(fan.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await expect(page).toHaveURL('/content')
})
