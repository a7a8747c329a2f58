import { useSite } from '#session/site.ts'

/** Instead of amounts, for a creator the club's money is not for. */
export function MoneyElsewhere() {
  const { creator } = useSite()
  return (
    <p className="surface p-5">
      What members pay here is {creator.name}’s, so there are no amounts of yours to show.
    </p>
  )
}
