import type { IncomingMessage } from 'node:http'

export const socketPath = '/ws'

/** Other Upgrade headers, such as offers of HTTP/2, are ignored (RFC 9110, 7.8). */
export const isForSocket = ({ url = '', headers }: IncomingMessage): boolean =>
  url.split('?')[0] === socketPath && headers.upgrade?.toLowerCase() === 'websocket'
