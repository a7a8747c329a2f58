import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sendHearts } from '#offline/send-hearts.ts'
import { keepSending } from '#live/keep-sending.ts'
import { useSignedInViewer } from '#session/viewer.ts'
import { UnsentNotice } from '../features/comments/unsent-notice.tsx'

export function Waiting() {
  const client = useQueryClient()
  const { id } = useSignedInViewer()
  useEffect(() => {
    // Refetch before deleting them, so that no heart flickers.
    const renew = () => client.invalidateQueries({ queryKey: ['posts'] })
    return keepSending(() => sendHearts(id, renew))
  }, [client, id])
  return <UnsentNotice />
}
