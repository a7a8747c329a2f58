import { useTexts } from '#site/site.ts'

/** What members say, with their consent. Without a quote in the content there is no such section. */
export function LandingQuotes() {
  const { quotesTitle, quotes } = useTexts().landing
  if (quotes.length === 0) return null
  return (
    <section aria-labelledby="quotes" className="mx-auto max-w-wide px-6 py-14">
      <h2 id="quotes" className="text-2xl sm:text-3xl">
        {quotesTitle}
      </h2>
      <div className="mt-6 grid gap-4 md:grid-cols-3">
        {quotes.map(({ text, name, since }) => (
          <figure key={text} className="flex flex-col border-l-2 border-turf pl-5">
            <blockquote className="text-lg">“{text}”</blockquote>
            <figcaption className="mt-auto pt-3 text-sm text-muted">
              {name}, {since}
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}

/** Questions before joining. They open without scripts. */
export function LandingQuestions() {
  const { questionsTitle, questions } = useTexts().landing
  if (questions.length === 0) return null
  return (
    <section
      aria-labelledby="questions"
      className="mx-auto grid max-w-wide gap-6 px-6 py-14 lg:grid-cols-[1fr_2fr] lg:gap-14"
    >
      <h2 id="questions" className="text-2xl sm:text-3xl">
        {questionsTitle}
      </h2>
      <div className="border-t border-line">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group border-b border-line">
            <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-4 py-3 font-semibold hover:text-turf [&::-webkit-details-marker]:hidden">
              {question}
              <svg
                aria-hidden
                viewBox="0 0 12 12"
                className="size-3 shrink-0 fill-none stroke-current stroke-2 group-open:rotate-45"
              >
                <path d="M6 0v12M0 6h12" />
              </svg>
            </summary>
            <p className="measure pb-5 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
