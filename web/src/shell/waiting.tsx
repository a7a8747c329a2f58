import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sendHearts } from '#offline/send-hearts.ts'
import { keepSending } from '#session/keep-sending.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { UnsentNotice } from '../features/comments/unsent-notice.tsx'

/** Looks after all that was done without a connection: comments and hearts. */
export function Waiting() {
  const client = useQueryClient()
  const { id } = useSignedInViewer()
  useEffect(() => {
    // Whatever shows them is read anew before they are forgotten, so that no heart goes back for a moment.
    const renew = () => client.invalidateQueries({ queryKey: ['posts'] })
    return keepSending(() => sendHearts(id, renew))
  }, [client, id])
  return <UnsentNotice />
}
