import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { logProblem } from '#api/log.ts'
import { changeKept } from '#api/overtaken-reads.ts'
import { live } from '#session/live.ts'
import { dropWaiting, inbox, noteAnswered, readOn, renewInbox } from './read-inbox.ts'

/** Keeps the inbox true while it is on screen: new comments come at its end, nothing above them moves. */
export function useLiveInbox() {
  const client = useQueryClient()
  useEffect(() => {
    const tell = (error: unknown) => logProblem('The inbox could not be read again', error)
    const change = (make: () => unknown) => void changeKept(client, inbox.queryKey, make).catch(tell)
    return live.subscribe({
      hear(message) {
        if (message.type === 'comment_created') change(() => readOn(client))
        if (message.type === 'comment_deleted') change(() => dropWaiting(client, message.commentId))
        if (message.type === 'comment_answered')
          change(() => {
            if (noteAnswered(client, message.commentId, message.isAnswered)) return undefined
            // One further on is only counted; one that waits again may belong between those that are shown.
            return message.isAnswered ? readOn(client) : renewInbox(client)
          })
        if (message.type === 'post_deleted') renewInbox(client).catch(tell)
      },
      onOpen: () => void renewInbox(client).catch(tell),
    })
  }, [client])
}
