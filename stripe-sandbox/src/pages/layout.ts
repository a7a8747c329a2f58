import type { World } from '#engine/world.ts'
import { escaped } from '#pages/html.ts'
import type { WaitingIntent } from '#pages/return-url.ts'
import { pageToken } from '#resources/next-actions.ts'
import type { Page } from './page.ts'

/** A complete page. `up` leads to the prefix of the pages, which the shop chooses. */
export function layout(title: string, body: string, up: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="${up}assets/pages.css">
</head>
<body>
<main>
<p class="banner" role="note">Demo payments: no real money</p>
${body}
</main>
</body>
</html>
`
}

export function messagePage(title: string, words: string, up = '../'): string {
  return layout(title, `<h1>${escaped(title)}</h1>\n<p role="status">${escaped(words)}</p>`, up)
}

/** The last page of a visit without a return URL; it notifies the shop's window. */
export function finishedPage(title: string, words: string): string {
  return messagePage(title, words).replace(
    '</head>',
    '<script src="../assets/done.js" defer></script>\n</head>',
  )
}

function whatOf(intent: WaitingIntent): string {
  if (intent.object === 'setup_intent') return 'that this method may be saved'
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: intent.currency })
  return `a payment of ${format.format(intent.amount / 100)}`
}

/** A page with a question; its form posts to its own URL. */
export function askPage(world: World, page: Page, intent: WaitingIntent): string {
  const buttons = page.choices.map(
    ({ value, label, isMain }) =>
      `<button name="choice" value="${value}"${isMain ? ' class="main"' : ''}>${escaped(label)}</button>`,
  )
  const body = `<h1>${escaped(page.heading)}</h1>
<p>${escaped(page.explain(whatOf(intent)))}</p>
<form method="post">
<input type="hidden" name="csrf" value="${pageToken(world, 'form', intent.id)}">
${buttons.join('\n')}
</form>`
  return layout(page.heading, body, '../')
}
