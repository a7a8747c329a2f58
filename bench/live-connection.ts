/** Opens a live connection of a signed-in person. Fails when it is refused. */
export function openLive(url: string, cookie: string): Promise<WebSocket> {
  // Node's WebSocket accepts headers, though its type does not say so.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const options = { headers: { cookie, origin: url } } as unknown as string[]
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, options)
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket))
    socket.addEventListener('error', () => reject(new Error('a live connection was refused')))
  })
}
