import { useSite, useTexts } from '#site/site.ts'

type Note = { title: string; text: string }

/** Short notes side by side, set like entries in a match report. */
function Notes({ notes }: { notes: readonly Note[] }) {
  return (
    <div className="mt-6 grid gap-x-9 gap-y-6 md:grid-cols-3">
      {notes.map(({ title, text }) => (
        <article key={title} className="border-t-2 border-line pt-4">
          <h3 className="text-lg">{title}</h3>
          <p className="mt-1 text-muted">{text}</p>
        </article>
      ))}
    </div>
  )
}

export function LandingFeatures() {
  const { featuresTitle, features } = useTexts().landing
  return (
    <section aria-labelledby="features" className="mx-auto max-w-wide px-6 py-14">
      <h2 id="features" className="text-2xl sm:text-3xl">
        {featuresTitle}
      </h2>
      <Notes notes={features} />
    </section>
  )
}

/** Why Choose Platinum: three reasons and the board with the figures. */
export function LandingReasons() {
  const { figures } = useSite()
  const { why, stats } = useTexts().landing
  const known = new Map(Object.entries(figures))
  const shown = stats.flatMap(({ figure, text }) => {
    const value = known.has(figure) ? known.get(figure) : figure
    return value ? [{ value, text }] : []
  })
  return (
    <section aria-labelledby="why" className="mx-auto max-w-wide px-6 py-14">
      <h2 id="why" className="text-2xl sm:text-3xl">
        {why.title}
      </h2>
      <Notes notes={why.cards} />
      <dl className="mt-9 flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line">
        {shown.map(({ value, text }) => (
          <div key={text} className="flex grow basis-2/5 flex-col-reverse bg-stand p-4 sm:px-6 lg:flex-1">
            <dt className="lettering mt-1 text-xs text-muted">{text}</dt>
            <dd className="board text-lg font-bold text-caution sm:text-2xl">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
