import { ApiError } from './api-error.ts'

type Form = {
  method: string
  address: string
  form: FormData
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
  onProgress?: ((share: number) => void) | undefined
}

/** Sends a multipart form by XMLHttpRequest, because fetch reports no upload progress. */
export async function sendForm(input: Form): Promise<unknown> {
  const text = await sendAndWait(input)
  return text === '' ? undefined : JSON.parse(text)
}

function sendAndWait({ method, address, form, headers = {}, signal, onProgress }: Form) {
  return new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const aborted = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    if (signal?.aborted) {
      aborted()
      return
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.open(method, address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total)
    })
    request.addEventListener('abort', aborted)
    request.addEventListener('error', () => reject(new TypeError('The server could not be reached.')))
    request.addEventListener('load', () => {
      const text = request.responseText
      if (request.status < 200 || request.status > 299) {
        reject(new ApiError(request.status, text, request.statusText))
        return
      }
      resolve(text)
    })
    request.send(form)
  })
}
