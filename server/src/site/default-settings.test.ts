import { siteSettings } from '@touchline/contract/site-settings.ts'
import { describe, expect, it } from 'vitest'
import { defaultSettings } from './default-settings.ts'
import { toVersion } from './open-site.ts'

const defaults = (isDemo: boolean) =>
  defaultSettings({ isDemo, config: { asksPhone: true, accessCode: null } })

describe('content files', () => {
  it.each([true, false])('are settings that the desk accepts, demo: %s', async (isDemo) => {
    const settings = await defaults(isDemo)
    expect(siteSettings.parse(settings)).toEqual(settings)
  })

  it('hold the terms of service [STATIC-1, STATIC-4]', async () => {
    expect(toVersion(await defaults(false)).documents.terms.title).toBe('Terms of Service')
  })

  it('hold a privacy policy of 11 sections with its date and the subject to write with [STATIC-2, STATIC-4]', async () => {
    const { privacy } = toVersion(await defaults(false)).documents
    expect(privacy.sections).toHaveLength(11)
    expect(JSON.stringify(privacy.lead)).toContain('January 21, 2025')
    expect(JSON.stringify(privacy.sections)).toContain('support:Privacy%20Inquiry')
  })
})
