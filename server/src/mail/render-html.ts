import { type Brand, creatorShown, type InlineImage, logoImage, portraitImage } from './brand.ts'
import { buttonLabel } from './button-labels.ts'
import { type Email, receiptTitle, signatureMark } from './email.ts'

type EmailContent = Pick<Email, 'subject' | 'text' | 'named'>
type Site = { siteUrl: string; brand: Brand }

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
const buttonIn = (color = '#0b6b3a') =>
  `display:inline-block;padding:12px 20px;border-radius:8px;background:${color};color:#ffffff;${font};font-size:16px;font-weight:600;text-decoration:none`
const cell = `padding:8px 0;border-top:1px solid #dde4df;${font};line-height:1.5;vertical-align:top;overflow-wrap:anywhere`
const layout = 'role="presentation" cellpadding="0" cellspacing="0" border="0"'

// Dark mode needs a media query and cannot be an inline style.
const inTheDark = `@media (prefers-color-scheme: dark){body,.page{background:#101613!important;color:#f2f5f3!important}.card{background:#19211d!important;border-color:#2c3832!important}.line{border-color:#2c3832!important}.small,.small a{color:#a7b3ac!important}.plain{color:#8fd6ae!important}}`

/** Splits a line from the URL of this site it ends with. Other URLs never become links. */
function splitUrl(line: string, siteUrl: string): { words: string; url: string | null } {
  const [, words = '', url = ''] = /^(.*?)(?:^|\s)(https?:\/\/\S+)$/.exec(line) ?? []
  const isOurs = URL.canParse(url) && new URL(url).origin === new URL(siteUrl).origin
  return isOurs ? { words: words.replace(/:$/, ''), url } : { words: line, url: null }
}

function renderLine(line: string, { siteUrl, brand }: Site): string {
  if (line === '') return ''
  const { words, url } = splitUrl(line, siteUrl)
  const said = words === '' ? '' : `<p style="${paragraph}">${escaped(words)}${url ? ':' : ''}</p>`
  if (!url) return said
  const href = escaped(url)
  return (
    said +
    `<p style="margin:4px 0 8px"><a href="${href}" style="${buttonIn(brand.accent)}">${escaped(buttonLabel(url, brand.siteName))}</a></p>` +
    `<p class="small" style="${small};margin-bottom:20px"><a class="plain" href="${href}" style="color:#0b6b3a">${href}</a></p>`
  )
}

/** Renders the lines "Name: value" of a receipt as a table; the last one is the total. */
function renderReceipt(lines: string[]): string {
  const rows = lines.map((line, index) => {
    const colon = line.indexOf(': ')
    const weight = index === lines.length - 1 ? ';font-weight:700' : ''
    return (
      `<tr><th class="line small" scope="row" align="left" style="${cell};padding-right:16px;font-size:13px;font-weight:400;color:#5c665f;white-space:nowrap">${escaped(line.slice(0, colon))}</th>` +
      `<td class="line" align="right" style="${cell};font-size:15px${weight}">${escaped(line.slice(colon + 2))}</td></tr>`
    )
  })
  return (
    `<h2 style="margin:20px 0 8px;${font};font-size:16px;line-height:1.5">${receiptTitle}</h2>` +
    `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="width:100%;margin:0 0 20px;border-collapse:collapse">${rows.join('')}</table>`
  )
}

const isRow = (line: string | undefined) => /^[A-Z][a-z ]+: ./.test(line ?? '')

function renderBody(lines: string[], site: Site): string[] {
  const rendered: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    let end = at + 1
    if (lines[at] === receiptTitle) while (isRow(lines[end])) end += 1
    if (end === at + 1) rendered.push(renderLine(lines[at] ?? '', site))
    else {
      rendered.push(renderReceipt(lines.slice(at + 1, end)))
      at = end - 1
    }
  }
  return rendered
}

const smallLink = (href: string, words: string) =>
  `<a href="${escaped(href)}" style="color:#5c665f">${escaped(words)}</a>`

function renderFooterLine(line: string, siteUrl: string): string {
  const { words, url } = splitUrl(line, siteUrl)
  const said = url ? smallLink(url, words || url) : escaped(words)
  return said === '' ? '' : `<p class="small" style="${small}">${said}</p>`
}

const renderHeader = ({ siteName }: Brand) =>
  `<table ${layout} style="max-width:560px;margin:0 auto 16px" align="center" width="100%"><tr>` +
  `<td width="56"><img src="cid:logo@touchline" width="44" height="44" alt="" style="display:block;border:0;border-radius:10px"></td>` +
  `<td style="${font};font-size:20px;font-weight:700;letter-spacing:-0.01em">${escaped(siteName)}</td></tr></table>`

const renderCreator = (name: string, siteName: string, hasPortrait: boolean) =>
  `<table ${layout} style="margin:0 0 20px"><tr>${
    hasPortrait
      ? `<td width="72"><img src="cid:portrait@touchline" width="56" height="56" alt="Portrait of ${escaped(name)}" style="display:block;border:0;border-radius:28px"></td>`
      : ''
  }<td style="${font};font-size:16px;line-height:1.4"><strong>${escaped(name)}</strong><br>` +
  `<span class="small" style="font-size:13px;color:#5c665f">${escaped(`The creator of ${siteName}`)}</span></td></tr></table>`

function renderContact({ supportEmail }: Brand, siteUrl: string): string {
  const settings = smallLink(`${siteUrl}/settings`, 'Settings')
  const support = supportEmail
    ? ` &middot; Support: ${smallLink(`mailto:${supportEmail}`, supportEmail)}`
    : ''
  return `<p class="small" style="${small}">${settings}${support}</p>`
}

/** People's texts are escaped, nothing is loaded from elsewhere, and only URLs of this site become links. */
export function renderHtml(email: EmailContent, site: Site): { html: string; images: InlineImage[] } {
  const { siteUrl, brand } = site
  const lines = email.text.split('\n')
  const mark = lines.lastIndexOf(signatureMark)
  const body = mark < 0 ? lines : lines.slice(0, mark)
  const foot = mark < 0 ? [] : lines.slice(mark + 1)
  const creator = creatorShown({ ...email, text: body.join('\n') }, brand)
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(email.subject)}</title><style>${inTheDark}</style></head>`,
    '<body style="margin:0;background:#f1f4f2;color:#121a15"><div class="page" style="padding:24px 12px">',
    renderHeader(brand),
    '<div class="card" style="max-width:560px;box-sizing:border-box;margin:0 auto;padding:24px;border:1px solid #dde4df;border-radius:12px;background:#ffffff">',
    ...(creator ? [renderCreator(creator.name, brand.siteName, creator.portrait !== null)] : []),
    ...renderBody(body, site),
    '</div>',
    `<div style="max-width:560px;box-sizing:border-box;margin:16px auto 0;padding:0 24px">${foot.map((line) => renderFooterLine(line, siteUrl)).join('')}${renderContact(brand, siteUrl)}</div>`,
    '</div></body></html>',
  ].join('\n')
  return { html, images: [logoImage(brand), ...(creator?.portrait ? [portraitImage(creator.portrait)] : [])] }
}

/** Renders an email with its images in the HTML itself, for a browser. */
export function renderPreview(email: EmailContent, site: Site): string {
  const { html, images } = renderHtml(email, site)
  return images.reduce(
    (page, { cid, contentType, content }) =>
      page.replaceAll(`src="cid:${cid}"`, `src="data:${contentType};base64,${content.toString('base64')}"`),
    html,
  )
}
