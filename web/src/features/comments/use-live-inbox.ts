import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { logProblem } from '#api/log.ts'
import { live } from '#session/live.ts'
import { dropAnswered, dropWaiting, noteAnswered, readOn, renewInbox } from './read-inbox.ts'

/** Keeps the inbox true while it is on screen: new comments come at its end, nothing above them moves. */
export function useLiveInbox() {
  const client = useQueryClient()
  useEffect(() => {
    const tell = (error: unknown) => logProblem('The inbox could not be read again', error)
    const leave = live.subscribe({
      hear(message) {
        if (message.type === 'comment_created') readOn(client).catch(tell)
        if (message.type === 'comment_deleted') dropWaiting(client, message.commentId).catch(tell)
        if (message.type === 'comment_answered') {
          const isListed = noteAnswered(client, message.commentId, message.isAnswered)
          // One further on is only counted; one that waits again may belong between those that are shown.
          if (!isListed) (message.isAnswered ? readOn(client) : renewInbox(client)).catch(tell)
        }
        // Moderators removed it, and it waits no longer, or they put it back.
        if (message.type === 'comment_changed') renewInbox(client).catch(tell)
        if (message.type === 'post_deleted') {
          dropAnswered(client, message.postId)
          renewInbox(client).catch(tell)
        }
      },
      onMissed: () => void renewInbox(client).catch(tell),
    })
    return () => {
      leave()
      // Whoever comes back finds only what waits.
      dropAnswered(client)
    }
  }, [client])
}
