import { useSite } from '#site/site.ts'
import { useLandingTexts } from './landing-texts.ts'

/** Three feature cards, set like entries in a match report. */
export function LandingFeatures() {
  const { featuresTitle, features } = useLandingTexts()
  return (
    <section aria-labelledby="features" className="mx-auto max-w-wide px-6 py-20 lg:py-28">
      <h2 id="features" className="max-w-[18ch] text-3xl sm:text-[2.75rem]">
        {featuresTitle}
      </h2>
      <div className="mt-12 grid gap-9 md:grid-cols-3">
        {features.map(({ minute, title, text }) => (
          <article key={title} className="border-t-2 border-chalk pt-4">
            <p aria-hidden className="board text-sm text-turf">
              {minute}
            </p>
            <h3 className="mt-9 text-xl">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </article>
        ))}
      </div>
    </section>
  )
}

/** Why Choose Platinum: three cards and the board with the figures. */
export function LandingReasons() {
  const { figures } = useSite()
  const { why, stats } = useLandingTexts()
  const known = new Map(Object.entries(figures))
  const shown = stats.flatMap(({ figure, text }) => {
    const value = known.has(figure) ? known.get(figure) : figure
    return value ? [{ value, text }] : []
  })
  return (
    <section aria-labelledby="why" className="mx-auto max-w-wide px-6 py-20 lg:py-28">
      <h2 id="why" className="text-3xl sm:text-[2.75rem]">
        {why.title}
      </h2>
      <div className="mt-12 grid gap-4 md:grid-cols-3">
        {why.cards.map(({ title, text }) => (
          <article key={title} className="surface p-6 sm:p-8">
            <h3 className="text-xl">{title}</h3>
            <p className="mt-3 text-muted">{text}</p>
          </article>
        ))}
      </div>
      <dl className="mt-4 flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line">
        {shown.map(({ value, text }) => (
          <div key={text} className="flex grow basis-2/5 flex-col-reverse bg-stand p-4 sm:p-8 lg:flex-1">
            <dt className="lettering mt-2 text-xs text-muted">{text}</dt>
            <dd className="board text-lg font-bold text-caution sm:text-[1.75rem]">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
