import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'

const timeoutMs = 5000

/** Posts bodies over keep-alive connections; `close` aborts what is in progress. */
export function createPoster() {
  const plain = new PlainAgent({ keepAlive: true })
  const secure = new SecureAgent({ keepAlive: true })

  function once(url: URL, headers: Record<string, string>, body: string): Promise<number> {
    const isSecure = url.protocol === 'https:'
    const request = isSecure
      ? secureRequest(url, { method: 'POST', headers, agent: secure })
      : plainRequest(url, { method: 'POST', headers, agent: plain })
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => request.destroy(new Error('No answer in time.')), timeoutMs)
      request.on('response', (response) => {
        response.resume()
        response.on('error', (error) => {
          clearTimeout(late)
          reject(error)
        })
        response.on('end', () => {
          clearTimeout(late)
          resolve(response.statusCode ?? 0)
        })
      })
      request.on('error', (error) => {
        clearTimeout(late)
        reject(Object.assign(error, { wasIdle: request.reusedSocket }))
      })
      request.end(body)
    })
  }

  return {
    /** The status of the response; rejects after five seconds. */
    async post(address: string, headers: Record<string, string>, body: string): Promise<number> {
      const url = new URL(address)
      const sized = { ...headers, 'content-length': String(Buffer.byteLength(body)) }
      try {
        return await once(url, sized, body)
      } catch (error) {
        // The other side may close a connection just as it is reused.
        const isStale = error instanceof Error && 'wasIdle' in error && error.wasIdle
        if (!isStale || !('code' in error) || error.code !== 'ECONNRESET') throw error
        return await once(url, sized, body)
      }
    },
    close(): void {
      plain.destroy()
      secure.destroy()
    },
  }
}
