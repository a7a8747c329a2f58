import { onlyInSandbox } from './at-stripe.ts'
import type { Caller } from './caller.ts'
import type { Club } from './club.ts'

export type PortalPage = { status: number; path: string; html: string }

/** Opens a portal URL and follows redirects like a browser. */
export async function openPortalPage(caller: Caller, club: Club, url: string): Promise<PortalPage> {
  onlyInSandbox(club, 'opens a page of the provider’s portal')
  const { pathname, search } = new URL(url, club.url)
  const answer = await caller.fetch(pathname + search)
  const to = answer.headers.get('location')
  if (to) return openPortalPage(caller, club, new URL(to, club.url + pathname).href)
  return { status: answer.status, path: pathname, html: await answer.text() }
}

/** Submits the form of a portal page; returns the redirect. */
export async function sendPortalForm(
  caller: Caller,
  club: Club,
  { path, html }: PortalPage,
  typed: Record<string, string> = {},
): Promise<URL> {
  const carried = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  const own = Object.fromEntries(carried.map(([, name = '', value = '']) => [name, value]))
  const answer = await caller.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: club.url },
    body: new URLSearchParams({ ...own, ...typed }),
  })
  const to = answer.headers.get('location')
  if (!to) throw new Error(`the portal answered with ${answer.status}: ${await answer.text()}`)
  return new URL(to, club.url + path)
}

export const portalCard = (number: string) => ({ number, expiry: '12 / 34', cvc: '123' })
