import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sendHearts } from '#offline/send-hearts.ts'
import { live } from '#session/live.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { UnsentNotice } from '../features/comments/unsent-notice.tsx'

const tryAgainMs = 30_000

/** Sends hearts that wait at once, when the connection is back, and every half minute while one still waits. */
function useSendingHearts() {
  const client = useQueryClient()
  const { id: personId } = useSignedInViewer()
  useEffect(() => {
    let retry: ReturnType<typeof setTimeout> | undefined
    const send = async () => {
      clearTimeout(retry)
      if (!navigator.onLine) return
      // Whatever shows them is read anew before they are forgotten, so that no heart goes back for a moment.
      const isLeft = await sendHearts(personId, () => client.invalidateQueries({ queryKey: ['posts'] }))
      if (isLeft) retry = setTimeout(() => void send(), tryAgainMs)
    }
    void send()
    const start = () => void send()
    window.addEventListener('online', start)
    const leave = live.subscribe({ onOpen: start })
    return () => {
      clearTimeout(retry)
      window.removeEventListener('online', start)
      leave()
    }
  }, [client, personId])
}

/** Looks after all that was done without a connection: comments and hearts. */
export function Waiting() {
  useSendingHearts()
  return <UnsentNotice />
}
