import { live } from './live.ts'

const tryAgainMs = 30_000

/** Calls `send` now, when the connection returns, and every half minute while it reports waiting items. */
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
