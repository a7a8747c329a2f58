import { openAccountMenu } from './account-menu.ts'
import { publish, titled } from './club-posts.ts'
import { accessCode, expect, type Page, pressEscapeIn, toastOn } from './club.ts'
import {
  arriveHome,
  bankOn,
  cards,
  newApplicant,
  payButton,
  payOn,
  signUpOn,
  test,
  typeCard,
} from './joining.ts'

/** Opens a page from the menu: in the top bar, or in the drawer on narrow screens. */
async function goTo(page: Page, name: string) {
  const menu = page.getByRole('button', { name: 'Open menu' })
  const link = page.getByRole('navigation').getByRole('link', { name, exact: true })
  if (await menu.isVisible()) {
    await menu.click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name, exact: true }).click()
  } else {
    if (!(await link.isVisible())) await openAccountMenu(page)
    await link.click()
  }
  await expect(page.getByRole('dialog', { name: 'Menu' })).toHaveCount(0)
}

async function openTipDialog(page: Page) {
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) {
    await menu.click()
    await page.getByRole('button', { name: 'Send Tip', exact: true }).click()
  } else {
    await page.getByRole('button', { name: 'Tip', exact: true }).click()
  }
  return page.getByRole('dialog', { name: 'Send a Tip' })
}

test('takes a visitor from the gate to a hearted tip [GATE-5, LAND-2, SIGN-4, PAY-3, PAY-4, PAY-7, DONE-1, LIKE-1, CMT-1, TIP-1, TIP-2, TREC-2, TREC-4, MYT-1] @everywhere', async ({
  visit,
  signedInAs,
}) => {
  const fan = newApplicant()
  const page = await visit('outside')
  const creator = await signedInAs('creator')
  const title = await publish(creator, 'For a new member')

  await page.goto('/')
  await page.getByLabel('Access code', { exact: true }).fill(accessCode)
  await page.getByRole('button', { name: 'Enter Touchline' }).click()
  await expect(toastOn(page)).toContainText('Welcome!Access granted to Touchline')
  await page.getByRole('link', { name: 'Subscribe for $12.99 per month' }).click()
  await expect(page).toHaveURL('/signup')
  await signUpOn(page, fan)
  await expect(page).toHaveURL('/payment')

  await typeCard(page, cards.noFunds)
  await expect(payButton(page)).toBeDisabled()
  await page.getByRole('checkbox').check()
  await payButton(page).click()
  await expect(toastOn(page)).toContainText('Payment FailedYour card has insufficient funds.')
  await expect(page).toHaveURL('/payment')
  await expect(page.getByRole('checkbox')).toBeChecked()

  await typeCard(page, cards.good)
  await arriveHome(page, fan, () => payButton(page).click())
  expect(await page.evaluate(() => sessionStorage.getItem('signup'))).toBeNull()

  await goTo(page, 'Content')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goto(titled(title))
  const post = page.getByRole('article')
  const heart = post.getByRole('button', { name: /^Like/ })
  await expect(heart).toHaveAttribute('aria-pressed', 'false')
  await heart.click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  const comment = `First match for ${fan.email}`
  await post.getByRole('button', { name: /^Comments/ }).click()
  await post.getByLabel('Add a comment').fill(`  ${comment}  `)
  await post.getByRole('button', { name: 'Post', exact: true }).click()
  await expect(post.getByRole('listitem').filter({ hasText: comment })).toContainText('Nora')
  await expect(post.getByLabel('Add a comment')).toHaveValue('')

  const words = `For the whistle, from ${fan.email}`
  const dialog = await openTipDialog(page)
  await expect(dialog).toContainText('$5.00')
  await dialog.getByLabel('Message (optional)').fill(words)
  await dialog.getByRole('button', { name: 'Send $5.00 Tip' }).click()
  await pressEscapeIn(page, page.getByRole('dialog', { name: 'Tip Sent!' }))

  await goTo(page, 'My Tips')
  const sent = page.getByRole('article').filter({ hasText: words })
  await expect(sent).toContainText('Tip to Sam Whitlock')
  await expect(sent).toContainText('Completed')
  await expect(sent).toContainText('Awaiting Acknowledgment')

  await creator.goto(`/tips-received?search=${encodeURIComponent(words)}`)
  const received = creator.getByRole('article').filter({ hasText: words })
  for (const text of ['Nora Newcomer', '$5.00', `“${words}”`, 'Completed'])
    await expect(received).toContainText(text)
  await received.getByRole('button', { name: 'Heart' }).click()
  await expect(toastOn(creator)).toContainText('Tip Acknowledged! 💜')
  await expect(toastOn(creator)).toContainText('Your fan will see that you appreciated their support')
  await expect(received).toContainText('Hearted')
  await expect(received).toContainText('Acknowledged')
  await expect(received.getByRole('button', { name: 'Heart' })).toHaveCount(0)

  await expect(sent).toContainText('Hearted by Sam Whitlock')
  await page.goto(titled(title))
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await post.getByRole('button', { name: /^Comments/ }).click()
  await expect(post.getByText(comment)).toBeVisible()
})

test('charges nothing when the bank refuses and opens the club when it approves [PAY-6, PAY-7]', async ({
  visit,
}) => {
  const fan = newApplicant()
  const page = await visit()
  await page.goto('/signup')
  await signUpOn(page, fan)

  await payOn(page, cards.authenticates)
  await expect(toastOn(page)).toContainText(
    'Additional Authentication RequiredPlease complete the authentication process.',
  )
  await bankOn(page).getByRole('button', { name: 'Fail' }).click()
  await expect(toastOn(page)).toContainText('Payment Failed')
  await expect(toastOn(page)).toContainText(/authenticat/)
  await expect(page).toHaveURL('/payment')
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)

  await payButton(page).click()
  const complete = bankOn(page).getByRole('button', { name: 'Complete' })
  await expect(complete).toBeVisible()
  await arriveHome(page, fan, () => complete.click())
})
