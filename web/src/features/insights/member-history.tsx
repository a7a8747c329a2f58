import { useQuery } from '@tanstack/react-query'
import { LifetimeSection } from './lifetime-section.tsx'
import { overviewQuery } from './requests.ts'
import { RetentionSection } from './retention-section.tsx'

/** How long members stay and what they are worth; amounts only for the creator who receives the club's revenue. */
export function MemberHistory() {
  const { data: overview } = useQuery(overviewQuery())
  const isPaid = overview?.earnsHere === true
  return (
    <>
      <RetentionSection tracesMoves={isPaid} />
      {isPaid ? <LifetimeSection /> : null}
    </>
  )
}
