/** Constructing a web `Request` would cost as much as the whole response. Header names are in lower case. */
export type ApiRequest = {
  method: string
  url: URL
  headers: Record<string, string | undefined>
  body: string
  signal: AbortSignal
}

export type ApiResponse = {
  status: number
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer>
}

export type RequestHandler = (ask: ApiRequest) => Promise<ApiResponse>

export async function toApiRequest(request: Request): Promise<ApiRequest> {
  return {
    method: request.method,
    url: new URL(request.url),
    headers: Object.fromEntries(request.headers),
    body: request.body ? await request.text() : '',
    signal: request.signal,
  }
}

/** Converts the request to a `Request` whose path starts after `prefix`. */
export function requestOf(ask: ApiRequest, prefix: string): Request {
  const url = new URL(ask.url)
  url.pathname = url.pathname.slice(prefix.length)
  const headers = new Headers()
  for (const [name, value] of Object.entries(ask.headers)) if (value !== undefined) headers.set(name, value)
  const hasBody = ask.method !== 'GET' && ask.method !== 'HEAD'
  return new Request(url, { method: ask.method, headers, ...(hasBody ? { body: ask.body } : {}) })
}

export async function toApiResponse(response: Response): Promise<ApiResponse> {
  const body = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: Object.fromEntries(response.headers), body }
}
