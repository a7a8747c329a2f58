import { useTexts } from '#site/site.ts'
import { usePageTitle } from '#site/page-title.ts'
import { ReadingPage } from './reading-page.tsx'

/** The numbered community rules. */
export function RulesPage() {
  const { title, lead, items } = useTexts().rules
  usePageTitle(title)
  return (
    <ReadingPage title={title} back="Back" lead={<p>{lead}</p>}>
      <ul className="grid gap-9">
        {items.map(({ key, number, name, words }) => (
          <li key={key} className="grid gap-x-6 sm:grid-cols-[3rem_1fr]">
            <span aria-hidden className="board pt-1 text-sm text-turf">
              {String(number).padStart(2, '0')}
            </span>
            <div className="measure text-muted">
              <h2 className="text-xl text-chalk">
                <span className="sr-only">Rule {number}: </span>
                {name}
              </h2>
              <p className="mt-3">{words}</p>
            </div>
          </li>
        ))}
      </ul>
    </ReadingPage>
  )
}
