import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Definition } from '#ui/definition.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { Defined } from './definitions.ts'

type Props = { defined: Defined; links?: ReactNode; children: ReactNode }

export function Section({ defined: { name, means }, links, children }: Props) {
  const titleId = useId()
  return (
    <Card aria-labelledby={titleId} className="relative">
      <h2 id={titleId} className="pr-8 text-xl">
        {name}
      </h2>
      <Definition of={name}>{means}</Definition>
      <div className="mt-4">{children}</div>
      {links ? <div className="mt-2 flex flex-wrap gap-x-4 text-sm print:hidden">{links}</div> : null}
    </Card>
  )
}

type LoadedProps<Data> = { query: UseQueryResult<Data>; children: (data: Data) => ReactNode }

export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return <Skeleton className="h-56" />
  return (
    <div role="alert">
      <p>{errorMessage(query.error, 'This could not be loaded.')}</p>
      <Button kind="outline" className="mt-3" onClick={() => void query.refetch()}>
        Try Again
      </Button>
    </div>
  )
}
