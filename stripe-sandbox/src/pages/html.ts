const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand in HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign]!)
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // Without a referrer browsers send forms with `Origin: null`, which a shop may refuse as another site's.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // Same origin, so that the page may also be shown in a frame of the shop.
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'self'",
}

/** A page as an answer. */
export function html(body: string, status = 200): Response {
  return new Response(body, { status, headers })
}

/** Sends the browser on, also after a form. */
export function seeOther(url: string): Response {
  return new Response(null, { status: 303, headers: { ...headers, location: url } })
}
