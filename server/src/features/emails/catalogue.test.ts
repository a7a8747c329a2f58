import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as deletionEmails from '#features/account-deletion/emails.ts'
import type { EmailExample } from '#mail/email.ts'
import { buttonLabel } from '#mail/button-labels.ts'
import { exampleEmails } from './catalogue.ts'

const folder = new URL('..', import.meta.url)

it('lists every email of every feature once', async () => {
  const declared: string[] = []
  for (const file of globSync('*/emails.ts', { cwd: folder })) {
    const catalogue: Record<string, { examples?: EmailExample[] }> = await import(new URL(file, folder).href)
    for (const { examples = [] } of Object.values(catalogue))
      declared.push(...examples.map(({ name }) => name))
  }
  expect(declared.length).toBeGreaterThan(50)
  expect(new Set(declared).size).toBe(declared.length)
  expect(
    exampleEmails(deletionEmails)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(declared.toSorted())
})

it('names every button by what it does', () => {
  const siteUrl = 'https://club.example'
  const links = exampleEmails(deletionEmails).flatMap(({ compose }) => {
    const [body = ''] = compose(siteUrl).text.split('\n-- \n')
    return [...body.matchAll(/(?:^|\s)(https:\S+)$/gm)].flatMap(([, link]) => link ?? [])
  })
  const unnamed = links.filter((link) => buttonLabel(link, '?') === 'Open ?')
  expect(links.length).toBeGreaterThan(30)
  expect([...new Set(unnamed)]).toEqual([`${siteUrl}/login`])
})
