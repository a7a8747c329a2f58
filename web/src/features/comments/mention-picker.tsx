import { useQuery } from '@tanstack/react-query'
import * as api from '@touchline/contract/comments.ts'
import type { Mention } from '@touchline/contract/comments.ts'
import { call } from '#api/call.ts'
import { Button } from '#ui/button.tsx'

const maxShown = 5

type Props = { threadId: string; typed: string; onPick: (person: Mention) => void }

/** Suggests people of the thread whose names begin with what was typed after an @. */
export function MentionPicker({ threadId, typed, onPick }: Props) {
  const { data = [] } = useQuery({
    queryKey: ['thread-people', threadId],
    queryFn: ({ signal }) => call(api.people, { params: { id: threadId }, signal }),
    staleTime: 0,
    throwOnError: false,
  })
  const start = typed.toLocaleLowerCase()
  const found = data.filter(({ name }) => name.toLocaleLowerCase().startsWith(start)).slice(0, maxShown)
  return (
    <>
      <output className="sr-only">
        {found.length > 0 ? `Press Tab to mention ${found.map(({ name }) => name).join(', ')}` : ''}
      </output>
      {found.length > 0 ? (
        <ul aria-label="People to mention" className="flex flex-wrap gap-2 pt-1">
          {found.map((person) => (
            <li key={person.id}>
              <Button kind="outline" className="px-3!" onClick={() => onPick(person)}>
                @<bdi>{person.name}</bdi>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
