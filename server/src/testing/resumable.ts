import type { Caller } from './caller.ts'

const tus = { 'tus-resumable': '1.0.0' }

/** Starts an upload of `bytes` and returns the response, with its URL in `location`. */
export const beginUpload = (caller: Caller, bytes: number | string, headers: Record<string, string> = {}) =>
  caller.fetch('/api/uploads', {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(bytes), ...headers },
  })

/** Sends bytes of an upload from `offset` on; a stream has no length. */
export const sendPart = (
  caller: Caller,
  address: string,
  part: Uint8Array | ReadableStream,
  offset: number,
  headers: Record<string, string> = {},
) =>
  caller.fetch(address, {
    method: 'PATCH',
    headers: {
      ...tus,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      ...headers,
    },
    body: part instanceof Uint8Array ? new Uint8Array(part) : part,
    duplex: 'half',
  })

/** An upload's offset, or the status when it does not exist. */
export async function offsetOf(caller: Caller, address: string): Promise<number | string> {
  const answer = await caller.fetch(address, { method: 'HEAD', headers: tus })
  return answer.status === 200 ? Number(answer.headers.get('upload-offset')) : `a ${answer.status}`
}

export const cancelUpload = async (caller: Caller, address: string): Promise<number> =>
  (await caller.fetch(address, { method: 'DELETE', headers: tus })).status

export const idOf = (address: string) => address.split('/').at(-1)!

/** Uploads a file in parts of two thirds and returns its id. */
export async function sendResumably(caller: Caller, file: Uint8Array): Promise<string> {
  const address = (await beginUpload(caller, file.length)).headers.get('location')!
  const cut = Math.ceil(file.length * (2 / 3))
  await sendPart(caller, address, file.subarray(0, cut), 0)
  if (cut < file.length) await sendPart(caller, address, file.subarray(cut), cut)
  return idOf(address)
}
