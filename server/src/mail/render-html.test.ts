import { describe, expect, it } from 'vitest'
import { composeEmail } from './email.ts'
import { toHtml } from './render-html.ts'

const siteUrl = 'https://club.example'
const reader = { email: 'ann@club.example', firstName: 'Ann' }

const linksOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

describe('an email as HTML', () => {
  it('escapes what people wrote [T-XS-04]', () => {
    const name = `<img src=x onerror=alert(1)>"'&`
    const html = toHtml(
      composeEmail({ ...reader, firstName: name }, name, [`${name} wrote to you.`]),
      siteUrl,
    )
    expect(html).not.toContain('<img')
    // The greeting shows the name without the signs that no name may have.
    expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt;&quot;&#39;&amp;/g)).toHaveLength(2)
  })

  it('makes buttons only of this site’s URLs at the end of a line [T-XS-04]', () => {
    const lines = [
      `Your subscription: ${siteUrl}/settings`,
      'Won a prize: https://evil.example/settings',
      'Click https://club.example.evil.example/x',
      `javascript:alert(1) ${siteUrl}/post/0190d0c0-0000-7000-8000-000000000000`,
    ]
    const html = toHtml(
      composeEmail({ ...reader, firstName: 'https://evil.example' }, 'News', lines),
      siteUrl,
    )
    const post = `${siteUrl}/post/0190d0c0-0000-7000-8000-000000000000`
    expect(linksOf(html)).toEqual([`${siteUrl}/settings`, `${siteUrl}/settings`, post, post])
    expect(html).toContain('>Settings</a>')
    expect(html).toContain('>Post</a>')
    expect(html).toContain('Won a prize: https://evil.example/settings')
  })

  it('loads nothing from elsewhere', () => {
    const html = toHtml(composeEmail(reader, 'News', [`Here: ${siteUrl}/content`]), siteUrl)
    expect(html).not.toMatch(/<(img|link|script|iframe|video|object)\b|url\(|@import/)
  })

  it('says whether and how to unsubscribe', () => {
    const about = { url: `${siteUrl}/unsubscribe?letter=a.b`, about: 'new posts' }
    const declined = composeEmail(reader, 'News', ['there is news.'], about)
    expect(declined).toMatchObject({ declineUrl: about.url })
    expect(declined.text).toContain(`To stop these emails: ${about.url}`)
    expect(linksOf(toHtml(declined, siteUrl))).toEqual([about.url])
    const always = composeEmail(reader, 'Receipt', ['thank you.'])
    expect(always).not.toHaveProperty('declineUrl')
    expect(toHtml(always, siteUrl)).toContain('so it is always sent.')
  })
})
