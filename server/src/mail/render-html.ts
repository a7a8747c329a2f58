import { signatureMark } from './email.ts'

type EmailContent = { subject: string; text: string }

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const paragraph = `margin:0 0 12px;${font};font-size:16px;line-height:1.5;overflow-wrap:anywhere`
const small = `margin:0 0 8px;${font};font-size:13px;line-height:1.5;color:#5c665f;overflow-wrap:anywhere`
const button = `display:inline-block;padding:12px 20px;border-radius:8px;background:#0b6b3a;color:#ffffff;${font};font-size:16px;font-weight:600;text-decoration:none`

// Dark mode needs a media query and cannot be an inline style.
const inTheDark = `@media (prefers-color-scheme: dark){body,.page{background:#101613!important;color:#f2f5f3!important}.card{background:#19211d!important;border-color:#2c3832!important}.small,.small a{color:#a7b3ac!important}.plain{color:#8fd6ae!important}}`

/** The last readable part of a URL's path: "/post/{id}" becomes "Post", "/my-tips" becomes "My tips". */
function nameOf(url: string): string {
  const words = new URL(url).pathname.split('/').filter((part) => /^[a-z][a-z-]*$/.test(part))
  const name = (words.at(-1) ?? 'home').replaceAll('-', ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Splits a line from the URL of this site it ends with. Other URLs never become links. */
function splitUrl(line: string, siteUrl: string): { words: string; url: string | null } {
  const [, words = '', url = ''] = /^(.*?)(?:^|\s)(https?:\/\/\S+)$/.exec(line) ?? []
  const isOurs = URL.canParse(url) && new URL(url).origin === new URL(siteUrl).origin
  return isOurs ? { words: words.replace(/:$/, ''), url } : { words: line, url: null }
}

function renderLine(line: string, siteUrl: string): string {
  if (line === '') return ''
  const { words, url } = splitUrl(line, siteUrl)
  const said = words === '' ? '' : `<p style="${paragraph}">${escaped(words)}${url ? ':' : ''}</p>`
  if (!url) return said
  const href = escaped(url)
  return (
    said +
    `<p style="margin:4px 0 8px"><a href="${href}" style="${button}">${escaped(nameOf(url))}</a></p>` +
    `<p class="small" style="${small};margin-bottom:20px"><a class="plain" href="${href}" style="color:#0b6b3a">${href}</a></p>`
  )
}

function renderFooterLine(line: string, siteUrl: string): string {
  const { words, url } = splitUrl(line, siteUrl)
  const said = url
    ? `<a href="${escaped(url)}" style="color:#5c665f">${escaped(words || url)}</a>`
    : escaped(words)
  return said === '' ? '' : `<p class="small" style="${small}">${said}</p>`
}

/**
 * Renders an email's text as HTML. People's texts are escaped, nothing is loaded from elsewhere, and only
 * URLs of this site become links.
 */
export function toHtml({ subject, text }: EmailContent, siteUrl: string): string {
  const lines = text.split('\n')
  const mark = lines.lastIndexOf(signatureMark)
  const body = mark < 0 ? lines : lines.slice(0, mark)
  const foot = mark < 0 ? [] : lines.slice(mark + 1)
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(subject)}</title><style>${inTheDark}</style></head>`,
    '<body style="margin:0;background:#f1f4f2;color:#121a15"><div class="page" style="padding:24px 12px">',
    '<div class="card" style="max-width:560px;margin:0 auto;padding:24px;border:1px solid #dde4df;border-radius:12px;background:#ffffff">',
    ...body.map((line) => renderLine(line, siteUrl)),
    '</div>',
    `<div style="max-width:560px;margin:16px auto 0;padding:0 24px">${foot.map((line) => renderFooterLine(line, siteUrl)).join('')}</div>`,
    '</div></body></html>',
  ].join('\n')
}
