import { appCode } from '../server/src/testing/app-code.ts'
import { makeProofOld } from '../server/src/testing/old-proof.ts'
import { demoPassword, expect, type Page } from './club.ts'
import { signInNewcomer, dataDir } from './people.ts'
import { at, type Screen } from './screen.ts'

const turnOnTwoFactor = (page: Page) =>
  page.getByRole('region', { name: /^Two-Factor/ }).getByRole('button', { name: 'Turn On' })

const settingUpTwoFactor: Screen = {
  name: 'two-factor',
  who: null,
  async open(page) {
    await signInNewcomer(page)
    await page.goto('/settings')
    await turnOnTwoFactor(page).click()
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  },
}

const newProof: Screen = {
  name: 'new-proof',
  who: null,
  async open(page) {
    await makeProofOld(dataDir(), await signInNewcomer(page))
    await page.goto('/settings')
    await turnOnTwoFactor(page).click()
    await expect(page.getByRole('dialog', { name: 'Is it you?' })).toBeVisible()
  },
}

export const atSecondStep: Screen = {
  name: 'second-step',
  who: null,
  async open(page) {
    const email = await signInNewcomer(page)
    const { secret }: { secret: string } = await (await page.request.post('/api/two-factor/setup')).json()
    await page.request.post('/api/two-factor/enable', { data: { code: appCode(secret) } })
    await page.request.post('/api/logout')
    await page.goto('/login')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByLabel('Code', { exact: true })).toBeVisible()
  },
}

export const ownScreens: Screen[] = [
  settingUpTwoFactor,
  newProof,
  at('saved', 'member', '/saved', 'Saved Posts'),
]
