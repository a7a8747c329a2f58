import type { Block, Run, Section } from '@touchline/contract/markdown-document.ts'
import { useSite } from '#site/site.ts'

const link = 'underline decoration-turf decoration-2 underline-offset-4'

/** `support:Subject` as a link to the site's support mailbox; its text alone where there is no mailbox. */
function SupportLink({ text, subject }: { text: string; subject: string }) {
  const { supportEmail } = useSite()
  if (supportEmail === null) return text
  return (
    <a href={`mailto:${supportEmail}?subject=${subject}`} className={link}>
      {supportEmail}
    </a>
  )
}

function Runs({ runs }: { runs: Run[] }) {
  return runs.map(({ text, strong, href }) => {
    const key = `${href} ${text}`
    if (href?.startsWith('support:'))
      return <SupportLink key={key} text={text} subject={href.slice('support:'.length)} />
    if (href) {
      return (
        <a key={key} href={href} className={link}>
          {text}
        </a>
      )
    }
    return strong ? (
      <strong key={key} className="font-semibold text-chalk">
        {text}
      </strong>
    ) : (
      text
    )
  })
}

function BlockView({ block }: { block: Block }) {
  if (block.kind === 'subheading') return <h3 className="mt-6 text-lg">{block.text}</h3>
  if (block.kind === 'paragraph') {
    return (
      <p className="mt-3">
        <Runs runs={block.runs} />
      </p>
    )
  }
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List
      className={`mt-3 grid gap-1.5 pl-5 marker:text-turf ${block.ordered ? 'list-decimal' : 'list-[square]'}`}
    >
      {block.items.map((runs) => (
        <li key={JSON.stringify(runs)}>
          <Runs runs={runs} />
        </li>
      ))}
    </List>
  )
}

/** Paragraphs and lists of a content file, without headings of sections. */
export function Blocks({ blocks }: { blocks: Block[] }) {
  return blocks.map((block) => <BlockView key={JSON.stringify(block)} block={block} />)
}

/** Numbered sections of a content file, as the laws of the game are numbered. */
export function Sections({ sections }: { sections: Section[] }) {
  return (
    <ol className="grid gap-9">
      {sections.map(({ id, title, blocks }, index) => (
        <li key={id} className="grid gap-x-6 sm:grid-cols-[3rem_1fr]">
          <span aria-hidden className="board pt-1 text-sm text-turf">
            {String(index + 1).padStart(2, '0')}
          </span>
          <section aria-labelledby={id} className="measure text-muted">
            <h2 id={id} className="text-xl text-chalk">
              {title}
            </h2>
            <Blocks blocks={blocks} />
          </section>
        </li>
      ))}
    </ol>
  )
}
