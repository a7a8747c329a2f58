import { useQuery } from '@tanstack/react-query'
import type { Lifetime } from '@touchline/contract/insights.ts'
import { CountedFigure } from '#ui/counted-figure.tsx'
import { figures } from './definitions.ts'
import { tiles } from './main-figures.tsx'
import { files, lifetimeQuery } from './requests.ts'
import { Loaded } from './section.tsx'
import { FileLink, PartLinks, RowsLink } from './figure-links.tsx'
import { inDollars, inMembers, inMonths, inNumbers, inPercent, formatOrNull } from './texts.ts'

export function LifetimeSection() {
  const query = useQuery(lifetimeQuery)
  return (
    <section aria-labelledby="lifetime-title">
      <div className="mb-2 flex flex-wrap items-center gap-x-4 text-sm">
        <h2 id="lifetime-title" className="text-xl">
          Member Value
        </h2>
        <FileLink href={files.lifetime} of="member value" />
      </div>
      <Loaded query={query}>{(facts) => <Figures facts={facts} />}</Loaded>
    </section>
  )
}

const notYet = 'No full month has started with a member yet.'

const churnBasis = ({ monthsCounted, lostInThem, membersAtStarts }: Lifetime) =>
  monthsCounted === 0
    ? notYet
    : `So far: ${inMembers(lostInThem)} lost out of ${inNumbers(membersAtStarts)} at the start of ${inMonths(monthsCounted)}, added up.`

const arpuBasis = ({ monthsCounted, paidInThemCents, memberMonths }: Lifetime) =>
  monthsCounted === 0
    ? notYet
    : `So far: ${inDollars(paidInThemCents)} from an average of ${inNumbers(memberMonths)} members, added up over ${inMonths(monthsCounted)}.`

function Figures({ facts }: { facts: Lifetime }) {
  const { people, paidCents, paidPerPersonCents, monthlyLoss, revenuePerMemberCents, expectedCents } = facts
  const { from, through } = facts
  const range = from && through ? { month: from, through } : null
  return (
    <dl className={`${tiles} lg:grid-cols-3`}>
      <CountedFigure
        label={figures.expected.name}
        value={formatOrNull(expectedCents, inDollars)}
        definition={figures.expected.means}
      >
        {range ? (
          <PartLinks
            parts={[
              { figure: 'revenue', ...range },
              { figure: 'lost', ...range },
            ]}
            of={figures.expected.name}
          />
        ) : null}
      </CountedFigure>
      <CountedFigure
        label={figures.monthlyLoss.name}
        value={formatOrNull(monthlyLoss, inPercent)}
        definition={`${figures.monthlyLoss.means} ${churnBasis(facts)}`}
      >
        {range ? <RowsLink rows={{ figure: 'lost', ...range }} of={figures.monthlyLoss.name} /> : null}
      </CountedFigure>
      <CountedFigure
        label={figures.revenuePerMember.name}
        value={formatOrNull(revenuePerMemberCents, inDollars)}
        definition={`${figures.revenuePerMember.means} ${arpuBasis(facts)}`}
      >
        {range ? (
          <RowsLink rows={{ figure: 'revenue', ...range }} of={figures.revenuePerMember.name} />
        ) : null}
      </CountedFigure>
      <CountedFigure label={figures.people.name} value={inNumbers(people)} definition={figures.people.means}>
        <RowsLink rows={{ figure: 'joined' }} of={figures.people.name} />
      </CountedFigure>
      <CountedFigure
        label={figures.paidSoFar.name}
        value={inDollars(paidCents)}
        definition={figures.paidSoFar.means}
      >
        <RowsLink rows={{ figure: 'revenue' }} of={figures.paidSoFar.name} />
      </CountedFigure>
      <CountedFigure
        label={figures.paidPerPerson.name}
        value={formatOrNull(paidPerPersonCents, inDollars)}
        definition={figures.paidPerPerson.means}
      >
        <PartLinks parts={[{ figure: 'revenue' }, { figure: 'joined' }]} of={figures.paidPerPerson.name} />
      </CountedFigure>
    </dl>
  )
}
