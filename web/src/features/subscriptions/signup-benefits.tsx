import { useSite, useTexts } from '#site/site.ts'
import { formatDollars } from '#ui/dollars.ts'
import { PlatinumCard } from '#ui/platinum-card.tsx'

/** How many benefits phones show above the form; the others follow it. */
export const shownFirst = 3

export function BenefitList({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="grid gap-2.5">
      {lines.map((benefit) => (
        <li key={benefit} className="flex gap-3 text-sm">
          <span aria-hidden className="mt-2.5 h-0.5 w-4 shrink-0 bg-turf" />
          {benefit}
        </li>
      ))}
    </ul>
  )
}

export function SignupBenefits() {
  const { figures, price } = useSite()
  const { benefits } = useTexts()
  const board = [
    { figure: figures.members, text: 'members' },
    { figure: figures.rating, text: 'rating' },
    { figure: figures.support, text: 'support' },
  ].filter(({ figure }) => figure !== null)
  return (
    <aside aria-labelledby="benefits" className="grid content-start gap-9 lg:pt-6">
      <PlatinumCard title="Membership" className="mx-auto hidden w-56 lg:flex">
        <p className="board text-3xl leading-none font-bold">{formatDollars(price)}</p>
        <p className="mt-2 text-sm">per month</p>
      </PlatinumCard>
      <div>
        <h2 id="benefits" className="text-xl">
          {benefits.title}
        </h2>
        <div className="mt-4 max-lg:hidden">
          <BenefitList lines={benefits.items} />
        </div>
        <div className="mt-4 lg:hidden">
          <BenefitList lines={benefits.items.slice(shownFirst)} />
        </div>
      </div>
      <dl className="flex rounded-card border border-line bg-stand empty:hidden">
        {board.map(({ figure, text }) => (
          <div key={text} className="flex flex-1 flex-col-reverse border-r border-line p-4 last:border-0">
            <dt className="lettering text-xs text-muted">{text}</dt>
            <dd className="board text-lg font-bold text-caution">{figure}</dd>
          </div>
        ))}
      </dl>
      {/* A club without figures of its own has one count, which stands above. */}
      <p className="text-sm text-muted empty:hidden">
        {figures.signupMembers === null || figures.signupMembers === figures.members ? null : (
          <span className="block">
            <span className="board text-chalk">{figures.signupMembers}</span> members joined this season.
          </span>
        )}
        {figures.signupToday === null ? null : (
          <span className="block">
            <span className="board text-chalk">{figures.signupToday}</span> members were here today.
          </span>
        )}
      </p>
    </aside>
  )
}
