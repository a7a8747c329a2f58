const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign]!)
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  // Without a referrer browsers send forms with `Origin: null`, which a shop may reject as cross-site.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  // Same origin, so that the shop can frame the page.
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'self'",
}

export function html(body: string, status = 200): Response {
  return new Response(body, { status, headers })
}

/** Redirects the browser, also after a form. */
export function seeOther(url: string): Response {
  return new Response(null, { status: 303, headers: { ...headers, location: url } })
}
