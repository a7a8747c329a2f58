import { describe, expect, it } from 'vitest'
import type { Brand } from './brand.ts'
import { type Email, composeEmail, receiptTitle } from './email.ts'
import { renderHtml, renderPreview } from './render-html.ts'

const siteUrl = 'https://club.example'
const portrait = Buffer.from('portrait')
const brand: Brand = {
  siteName: 'Touchline',
  supportEmail: 'support@club.example',
  creator: { id: 'creator', name: 'Alex Stone', portrait },
}
const render = (email: Email) => renderHtml(email, { siteUrl, brand })
const toHtml = (email: Email) => render(email).html
const reader = { email: 'ann@club.example', firstName: 'Ann' }

/** The links of every footer. */
const contact = [`${siteUrl}/settings`, 'mailto:support@club.example']

const linksOf = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

describe('an email as HTML', () => {
  it('escapes what people wrote [T-XS-04]', () => {
    const name = `<img src=x onerror=alert(1)>"'&`
    const html = toHtml(composeEmail({ ...reader, firstName: name }, name, [`${name} wrote to you.`]))
    expect(html).not.toContain('<img src=x')
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
    const html = toHtml(composeEmail({ ...reader, firstName: 'https://evil.example' }, 'News', lines))
    const post = `${siteUrl}/post/0190d0c0-0000-7000-8000-000000000000`
    const settings = `${siteUrl}/settings`
    expect(linksOf(html)).toEqual([settings, settings, post, post, ...contact])
    expect(html).toContain('>Open your settings</a>')
    expect(html).toContain('>See the post</a>')
    expect(html).toContain('Won a prize: https://evil.example/settings')
  })

  it('loads nothing from elsewhere', () => {
    const { html, images } = render(composeEmail(reader, 'News', [`Here: ${siteUrl}/content`]))
    expect(html).not.toMatch(/<(link|script|iframe|video|object)\b|url\(|@import/)
    const sources = [...html.matchAll(/<img src="([^"]*)"[^>]* alt="[^"]*"/g)].map(([, source]) => source)
    expect(sources).toEqual(images.map(({ cid }) => `cid:${cid}`))
    expect(html.match(/<img/g)).toHaveLength(sources.length)
  })

  it('says whether and how to unsubscribe', () => {
    const about = { url: `${siteUrl}/unsubscribe?letter=a.b`, about: 'new posts' }
    const declined = composeEmail(reader, 'News', ['there is news.'], about)
    expect(declined).toMatchObject({ declineUrl: about.url })
    expect(declined.text).toContain(`To stop these emails: ${about.url}`)
    expect(linksOf(toHtml(declined))).toEqual([about.url, ...contact])
    const always = composeEmail(reader, 'Receipt', ['thank you.'])
    expect(always).not.toHaveProperty('declineUrl')
    expect(toHtml(always)).toContain('so it is always sent.')
  })

  it('shows the creator above their posts and acts, not above those of members', () => {
    const post = composeEmail(reader, 'New post', [`See it here: ${siteUrl}/post/1`])
    const words = '“Alex”'
    const named = (...ids: string[]) => ({ ...post, named: ids.map((personId) => ({ personId, words })) })
    const shown = [post, named('creator'), named('member'), named('creator', 'member')].map((email) => {
      const { html, images } = render(email)
      return [html.includes('<strong>Alex Stone</strong>'), images.length]
    })
    expect(shown).toEqual([
      [true, 2],
      [true, 2],
      [false, 1],
      [false, 1],
    ])
    expect(toHtml(composeEmail(reader, 'Password', ['It was changed.']))).not.toContain('Alex Stone')
  })

  it('names the creator without a portrait, and no support address when there is none', () => {
    const bare = { ...brand, supportEmail: null, creator: { id: 'creator', name: '<Al>', portrait: null } }
    const email = composeEmail(reader, 'New post', [`See it here: ${siteUrl}/post/1`])
    const { html, images } = renderHtml(email, { siteUrl, brand: bare })
    expect(html).toContain('<strong>&lt;Al&gt;</strong>')
    expect(html).not.toContain('mailto:')
    expect(images).toHaveLength(1)
  })

  it('shows a receipt as a table that ends with the total', () => {
    const receipt = [
      '',
      receiptTitle,
      'For: Membership: <March>',
      'Number: in_1',
      'Total: $12.99',
      '',
      'Bye: now',
    ]
    const html = toHtml(composeEmail(reader, 'Receipt', receipt))
    const table = html.slice(html.indexOf('<h2'), html.lastIndexOf('</table>'))
    const cells = [...table.matchAll(/<t[hd][^>]*>([^<]*)</g)].map(([, text]) => text)
    expect(cells).toEqual(['For', 'Membership: &lt;March&gt;', 'Number', 'in_1', 'Total', '$12.99'])
    expect(html).toMatch(/font-weight:700">\$12\.99</)
    expect(html).toMatch(/<p [^>]*>Bye: now<\/p>/)
  })

  it('puts the images of a preview in the page itself', () => {
    const page = renderPreview(composeEmail(reader, 'News', [`Here: ${siteUrl}/content`]), { siteUrl, brand })
    expect(page).not.toContain('cid:')
    expect(page).toContain(`src="data:image/jpeg;base64,${portrait.toString('base64')}"`)
  })
})
