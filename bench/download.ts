import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const head = ({ path, headers = {} }: Asked, host: string) =>
  [
    `GET ${path} HTTP/1.1`,
    `host: ${host}`,
    'connection: close',
    ...Object.entries(headers).map((pair) => pair.join(': ')),
    '',
    '',
  ].join('\r\n')

type Asked = { path: string; headers?: Record<string, string> }

/** Reads a URL to its end as cheaply as Node allows. Fails unless it is 200 with at least `size` bytes. */
export async function download(baseUrl: string, asked: Asked, size: number): Promise<void> {
  const { hostname, port, host } = new URL(baseUrl)
  const buffer = Buffer.allocUnsafe(1024 * 1024)
  let received = 0
  let status = ''
  const socket = connect({
    host: hostname,
    port: Number(port),
    onread: {
      buffer,
      callback(length) {
        if (received === 0) status = buffer.toString('latin1', 0, Math.min(length, 15))
        received += length
        return true
      },
    },
  })
  socket.write(head(asked, host))
  await once(socket, 'close')
  if (!status.startsWith('HTTP/1.1 200') || received < size)
    throw new Error(`${asked.path}: ${status}, ${received} bytes of ${size}`)
}

/** Starts a request and reads only the beginning of its response. */
export async function stall(baseUrl: string, asked: Asked): Promise<Socket> {
  const { hostname, port, host } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  socket.write(head(asked, host))
  await once(socket, 'readable')
  return socket
}

const sipBytes = 50_000
const sipMs = 250

/** Reads a URL at 200 kB per second. */
export async function trickle(baseUrl: string, asked: Asked): Promise<Socket> {
  const socket = await stall(baseUrl, asked)
  const timer = setInterval(() => void socket.read(sipBytes), sipMs)
  socket.once('close', () => clearInterval(timer))
  return socket
}
