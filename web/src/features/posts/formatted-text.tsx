import type { Block, Run } from '@touchline/contract/formatted-text.ts'
import type { Part } from '@touchline/contract/media.ts'
import { Fragment, lazy, type ReactNode } from 'react'
import { LinkedText, WrittenLink } from '#ui/member-text.tsx'
import { Later } from '#ui/later.tsx'
import { HighlightedText } from './highlighted-text.tsx'

const tagOf = { bold: 'strong', italic: 'em', code: 'code' } as const

function toElement({ text, marks = [], href }: Run): ReactNode {
  const isAsTyped = href !== undefined || marks.includes('code')
  let element = isAsTyped ? (
    <HighlightedText text={text} />
  ) : (
    <LinkedText text={text} words={HighlightedText} />
  )
  for (const mark of marks.toReversed()) {
    const Tag = tagOf[mark]
    element = <Tag>{element}</Tag>
  }
  return href === undefined ? element : <WrittenLink href={href}>{element}</WrittenLink>
}

// The same texts always give the same pieces, so their places identify them.
/* oxlint-disable react/no-array-index-key */
const Runs = ({ runs }: { runs: Run[] }) =>
  runs.map((run, at) => <Fragment key={at}>{toElement(run)}</Fragment>)

const headings = ['h3', 'h4', 'h5'] as const

type Props = { blocks: readonly Block[]; pictures: Part[] }

const TextPicture = lazy(async () => ({ default: (await import('./text-picture.tsx')).TextPicture }))

function toBlock(block: Block, pictures: Part[]): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p dir="auto" className="whitespace-pre-line">
          <Runs runs={block.runs} />
        </p>
      )
    case 'heading': {
      const Heading = headings[block.level - 1] ?? 'h5'
      return (
        <Heading dir="auto" className={block.level === 1 ? 'text-lg' : ''}>
          <Runs runs={block.runs} />
        </Heading>
      )
    }
    case 'quote':
      return (
        <blockquote className="grid gap-3 border-l-4 border-line pl-4">
          <FormattedText blocks={block.blocks} pictures={pictures} />
        </blockquote>
      )
    case 'list': {
      const List = block.start === null ? 'ul' : 'ol'
      return (
        <List
          className={`grid gap-1 pl-5 ${block.start === null ? 'list-disc' : 'list-decimal'}`}
          {...(block.start === null ? {} : { start: block.start })}
        >
          {block.items.map((item, at) => (
            <li key={at}>
              <FormattedText blocks={item} pictures={pictures} />
            </li>
          ))}
        </List>
      )
    }
    case 'code':
      return (
        <pre className="rounded-control bg-stand p-4 text-sm wrap-anywhere whitespace-pre-wrap">
          <code>
            <HighlightedText text={block.text} />
          </code>
        </pre>
      )
    case 'picture':
      return (
        <Later>
          <TextPicture {...block} pictures={pictures} />
        </Later>
      )
    default:
      return <hr className="border-line" />
  }
}

/** A formatted text as React elements; search matches are highlighted. */
export const FormattedText = ({ blocks, pictures }: Props): ReactNode =>
  blocks.map((block, at) => <Fragment key={at}>{toBlock(block, pictures)}</Fragment>)
