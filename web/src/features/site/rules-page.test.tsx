import { communityRules } from '@touchline/content/community-rules.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { openPage } from '#testing/open-page.tsx'
import { RulesPage } from './rules-page.tsx'

afterEach(cleanup)

it('shows every rule under the number that reports and emails name', async () => {
  openPage(RulesPage)
  await screen.findByRole('heading', { level: 1, name: 'Community Rules' })
  const rules = screen.getAllByRole('listitem')
  expect(rules).toHaveLength(communityRules.length)
  for (const [index, { number, name, words }] of communityRules.entries()) {
    const rule = within(rules[index]!)
    expect(rule.getByRole('heading', { name: `Rule ${number}: ${name}` })).toBeTruthy()
    expect(rule.getByText(words)).toBeTruthy()
  }
})
