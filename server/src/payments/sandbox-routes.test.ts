import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Club, openClub } from '#testing/club.ts'

let club: Club
beforeAll(async () => {
  club = await openClub()
})
afterAll(() => club.close())

/** Fetches a page of the provider's and gives its words with what browsers are allowed to load for it. */
async function opened(url: URL, form?: Record<string, string>) {
  const sent = form ? { method: 'POST', body: new URLSearchParams(form), headers: { origin: club.url } } : {}
  const answer = await club.visitor().fetch(url.pathname + url.search, sent)
  const policy = String(answer.headers.get('content-security-policy'))
  const allowed = new Map(policy.split('; ').map((part) => [part.split(' ')[0]!, part.split(' ').slice(1)]))
  return { answer, html: await answer.text(), allowed }
}

it('lets the sandbox’s pages load only their own assets', async () => {
  const { stripe } = club.services.payments
  const { next_action } = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_authenticationRequired',
  })
  const url = new URL(next_action!.redirect_to_url!.url!)
  const asked = await opened(url)
  const csrf = /name="csrf" value="([^"]+)"/.exec(asked.html)![1]!
  const done = await opened(url, { csrf, choice: 'complete' })
  expect(done.html).toContain('You can close this window')
  for (const { html, allowed, answer } of [asked, done]) {
    expect(allowed.get('default-src')).toEqual(["'none'"])
    expect(allowed.get('frame-ancestors')).toEqual(["'self'"])
    // Without a referrer a browser would send the form with `Origin: null`, and be refused.
    expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    const parts = [...html.matchAll(/<(script|link)[^>]* (?:src|href)="([^"]+)"/g)]
    expect(parts).not.toEqual([])
    for (const [, tag, path = ''] of parts) {
      expect(allowed.get(tag === 'script' ? 'script-src' : 'style-src')).toEqual(["'self'"])
      const part = await club.visitor().fetch(new URL(path, url).pathname)
      expect(part.headers.get('content-type')).toContain(tag === 'script' ? 'text/javascript' : 'text/css')
    }
  }
  expect(done.html).toContain('assets/done.js')
})
