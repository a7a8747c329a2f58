import { live } from './live.ts'

const tryAgainMs = 30_000

/**
 * Lets `send` send what waits: at once, when the connection is back, and every half minute for as long as it answers that
 * something still waits. Answers how to stop.
 */
export function keepSending(send: () => Promise<boolean>): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const sendNow = async () => {
    clearTimeout(retry)
    if (!navigator.onLine) return
    if ((await send()) && !isOver) retry = setTimeout(() => void sendNow(), tryAgainMs)
  }
  const start = () => void sendNow()
  start()
  window.addEventListener('online', start)
  const leave = live.subscribe({ onOpen: start })
  return () => {
    isOver = true
    clearTimeout(retry)
    window.removeEventListener('online', start)
    leave()
  }
}
