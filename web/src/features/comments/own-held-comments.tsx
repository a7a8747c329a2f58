import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { discard, mine } from '@touchline/contract/held-comments.ts'
import { useEffect } from 'react'
import { call } from '#api/call.ts'
import { live } from '#live/live.ts'
import { Button } from '#ui/button.tsx'
import { excerpt } from '#ui/excerpt.ts'

const queryKey = ['held-comments']

/** The viewer's comments on a post that wait for approval, and those that were rejected. */
export function OwnHeldComments({ postId }: { postId: string }) {
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey })
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(mine, { signal }),
    staleTime: 5 * 60_000,
    throwOnError: false,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(discard, { params: { id } }),
    onSettled: renew,
  })
  useEffect(
    () =>
      live.subscribe({
        onMessage: ({ type }) => {
          if (type === 'held_comment_decided') void client.invalidateQueries({ queryKey })
        },
        onMissed: () => void client.invalidateQueries({ queryKey }),
      }),
    [client],
  )
  const held = data?.filter((comment) => comment.postId === postId)
  if (!held || held.length === 0) return null
  return (
    <ul aria-label="Comments waiting for approval" className="mt-3 grid grid-cols-1 gap-3">
      {held.map(({ id, content, state, answer }) => (
        <li key={id} className="rounded-card border border-dashed border-line p-3 text-sm">
          <p dir="auto" className="whitespace-pre-line">
            {content}
          </p>
          <div className="mt-1 flex flex-wrap items-center gap-x-4 text-muted">
            <output className="flex-1">
              {state === 'waiting'
                ? 'Waiting for approval by the moderators.'
                : `The moderators did not publish this.${answer ? ` They wrote: ${answer}` : ''}`}
            </output>
            <Button
              kind="quiet"
              className="-mr-3 px-3!"
              aria-label={`Discard: ${excerpt(content)}`}
              disabled={remove.isPending}
              onClick={() => remove.mutate(id)}
            >
              Discard
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
