import type { Endpoint } from '@touchline/contract/endpoint.ts'
import type * as z from 'zod/mini'
import { ApiError } from './api-error.ts'
import { withConfirmation } from './call.ts'

export type Downloaded = { file: Blob; name: string }

type Input<Body> = { body: Body; signal: AbortSignal; onProgress: (bytes: number, headers: Headers) => void }

/** Returns the file name of a Content-Disposition header, preferring its extended form. */
function nameIn(headers: Headers): string {
  const [, escaped] = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '') ?? []
  return escaped ? decodeURIComponent(escaped) : 'download'
}

async function read(response: Response, onProgress: (bytes: number, headers: Headers) => void) {
  const parts: Blob[] = []
  let chunks: BlobPart[] = []
  let bytes = 0
  let waiting = 0
  const put = () => {
    // Browsers keep large blobs on disk but single chunks in memory.
    parts.push(new Blob(chunks))
    chunks = []
    waiting = 0
  }
  const reader = response.body!.getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    chunks.push(value)
    bytes += value.length
    waiting += value.length
    if (waiting > 8 * 1024 * 1024) put()
    onProgress(bytes, response.headers)
  }
  put()
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
}

/** Downloads a file and reports its progress. Throws `TypeError` when the connection is lost. */
export function download<Body extends z.ZodMiniType>(
  { method, path }: Endpoint<undefined, undefined, Body>,
  { body, signal, onProgress }: Input<z.input<Body>>,
): Promise<Downloaded> {
  return withConfirmation(async () => {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
    if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
    return { file: await read(response, onProgress), name: nameIn(response.headers) }
  })
}
