import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { titled } from './club-posts.ts'
import type { Locator } from '@playwright/test'
import { accessCode, expect, type Page, test } from './club.ts'
import { writeComment } from './comment-box.ts'
import { cards } from './joining.ts'
import { becomeMember, sendTip } from './people.ts'

/** Texts that try to run code. */
const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  '<svg/onload=alert(3)>',
  '</h2><script>alert(4)//',
  '"><b onclick=alert(5)>',
  "'-alert(6)-'",
  '{{7*7}}${7*7}#{7*7}',
  '<a href=javascript:alert(7)>x',
  'javascript:alert(8)',
  'JaVa\tScRiPt:alert(9)',
  'data:text/html,<b>x',
  'vbscript:msgbox(1)',
  '<iframe src=//evil.example>',
  '<object data=x>',
  '<embed src=x>',
  '<base href=//evil.example>',
  '<meta http-equiv=refresh>',
  '<link rel=import href=x>',
  '<style>*{display:none}',
  '<body onload=alert(10)>',
  '<video><source onerror=alert(11)>',
  '<details open ontoggle=alert(12)>',
  '<math><mi xlink:href=x>',
  '<template><b>',
  '<!--><img src=x>-->',
  '<![CDATA[<b>]]>',
  '&lt;b&gt;&#60;b&#62;',
  '\\u003cb\\u003e',
  '%3Cscript%3E',
  '<\u200bscript>',
  '\u200f\u0645\u0631\u062d\u0628\u0627',
  'e\u0301\u0327 \u{1f3f3}\ufe0f\u200d\u{1f308}',
  '\uff1cscript\uff1e',
  '<input autofocus onfocus=alert(13)>',
  '<form action=//evil.example>',
  '<marquee onstart=alert(14)>',
  '=cmd|x!A1',
  '*/alert(15)/*',
  '__proto__ constructor',
]

/** Records everything that must not happen on a page. */
async function watched(page: Page) {
  const alarms: string[] = []
  page.on('dialog', (dialog) => {
    alarms.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) alarms.push(message.text())
  })
  page.on('request', (request) => {
    if (/evil\.example/.test(request.url())) alarms.push(request.url())
  })
  await page.exposeFunction('reportViolation', (what: string) => alarms.push(what))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      Reflect.get(window, 'reportViolation')(`${violatedDirective} ${blockedURI}`)
    })
  })
  return alarms
}

/** Titles of at most 200 characters that contain all payloads. */
function toTitles(): string[] {
  const titles = ['']
  for (const payload of payloads.map((text) => text.replaceAll('\t', ' '))) {
    const longer = `${titles.at(-1)} ${payload}`.trim()
    if (longer.length <= 200) titles[titles.length - 1] = longer
    else titles.push(payload)
  }
  return titles
}

/** Loads more of the inbox, oldest first, until `wanted` is there. */
async function readUntil(page: Page, wanted: Locator) {
  const more = page.getByRole('button', { name: 'Load More Comments' })
  await expect(async () => {
    const isThere = (await wanted.count()) > 0
    if (!isThere && (await more.count()) > 0) await more.click()
    await expect(wanted.first()).toBeVisible({ timeout: 500 })
  }).toPass()
}

test('shows hostile text as text and runs nothing [T-XS-01, T-XS-03, T-XS-05, FEED-6]', async ({
  signedInAs,
}) => {
  // Three people open every page that shows it.
  test.slow()
  const [creator, member, admin] = [
    await signedInAs('creator'),
    await signedInAs('member'),
    await signedInAs('admin'),
  ]
  let visits = 0
  const elsewhere = createServer((_request, response) => {
    visits += 1
    response.end()
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const bound = elsewhere.address()
  const port = bound && typeof bound === 'object' ? bound.port : 0
  const token = `words${randomUUID().slice(0, 8)}`
  // The link comes first, where it is not cut.
  const text = [`http://127.0.0.1:${port}/look`, ...payloads, token].join('\n')
  const titles = toTitles()
  expect(titles.length).toBeLessThanOrEqual(5)
  const ids: string[] = []
  try {
    for (const title of titles) {
      const sent = await creator.request.post('/api/posts', {
        multipart: { contentType: 'text', title, content: text },
      })
      expect(sent.status()).toBe(201)
      ids.push((await sent.json()).id)
    }
    await writeComment(member, ids[0]!, { content: text })
    for (const page of [member, creator, admin]) {
      const alarms = await watched(page)
      await page.goto(titled(token))
      for (const title of titles) {
        const card = page
          .getByRole('article')
          .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
        await expect(card.getByRole('heading', { level: 2 })).toHaveText(title, { useInnerText: false })
        expect(await card.locator('p', { hasText: token }).first().textContent()).toBe(text)
        // Line breaks must be visible, not only stored [FEED-6].
        expect((await card.locator('p', { hasText: token }).first().innerText()).split('\n')).toHaveLength(
          text.split('\n').length,
        )
      }
      const oldest = page.getByRole('article').last()
      await oldest.getByRole('button', { name: /^Comments/ }).click()
      const comment = oldest.getByRole('listitem').locator('p', { hasText: token })
      expect(await comment.first().textContent()).toBe(text)
      const links = await page
        .locator('article a[target=_blank]')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(new Set(links)).toEqual(new Set([`http://127.0.0.1:${port}/look`]))
      expect(
        await page
          .locator('article :is(script, iframe, object, embed, base, style, form[action*=evil])')
          .count(),
      ).toBe(0)
      await page.goto(`/post/${ids[0]}`)
      const alone = page.getByRole('article')
      await expect(alone.getByRole('heading', { level: 2 })).toHaveText(titles[0]!, { useInnerText: false })
      expect(await alone.getByRole('listitem').locator('p', { hasText: token }).first().textContent()).toBe(
        text,
      )
      if (page === creator) {
        await page.goto('/inbox')
        const waits = page.getByRole('main').getByRole('listitem').filter({ hasText: token })
        await readUntil(page, waits)
        expect(await waits.locator('p', { hasText: token }).first().textContent()).toBe(text)
      }
      expect(alarms).toEqual([])
    }
    expect(visits).toBe(0)
  } finally {
    for (const id of ids) await creator.request.delete(`/api/posts/${id}`)
    elsewhere.close()
  }
})

test('shows hostile names and messages of tips as text [T-XS-01]', async ({ unlocked: fan, signedInAs }) => {
  // Names allow few characters, so strangers can put payloads into messages only.
  const names = { firstName: "D'Arcy-Ann", lastName: 'St. John’s' }
  await becomeMember(fan, cards.good, names)
  const token = `tip${randomUUID().slice(0, 8)}`
  const message = `${payloads.filter((_, index) => index % 2 === 0).join('\n')}\n${token}`
  await sendTip(fan, message)
  const shown = `“${message}”`
  for (const [page, path] of [
    [fan, '/my-tips'],
    [await signedInAs('creator'), '/tips-received'],
    [await signedInAs('admin'), '/tips-received'],
  ] as const) {
    const alarms = await watched(page)
    await page.goto(path)
    const said = page.getByRole('main').locator('p', { hasText: token })
    expect(await said.first().textContent()).toBe(shown)
    if (page !== fan) await expect(page.getByRole('main')).toContainText(names.firstName)
    expect(alarms).toEqual([])
  }
})

test('ships no secret and no source map to browsers [T-XS-06]', async () => {
  const folder = join(import.meta.dirname, '../web/dist')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  expect(files.filter(({ name }) => name.endsWith('.map'))).toEqual([])
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), 'latin1')
    const found = /\b[sr]k_(?:live|test)_\w+|whsec_\w+|sourceMappingURL=/.exec(text)?.[0]
    expect([name, found, text.includes(accessCode)]).toEqual([name, undefined, false])
  }
})
