import type { IncomingMessage } from 'node:http'

/** Where live sockets are opened. */
export const socketPath = '/ws'

/**
 * True where a request may become a socket. Every other wish to change the protocol, as of clients that would rather
 * speak HTTP/2, is no reason to refuse: it is answered as if it had not been said (RFC 9110, 7.8).
 */
export const isForSocket = ({ url = '', headers }: IncomingMessage): boolean =>
  url.split('?')[0] === socketPath && headers.upgrade?.toLowerCase() === 'websocket'
