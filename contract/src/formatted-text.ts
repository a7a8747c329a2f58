import * as z from 'zod/mini'
import { id } from './text.ts'

/** The address of a picture of the post itself in its Markdown: `![Description](part:ID)`. */
export const partScheme = 'part:'

export const runMarks = ['bold', 'italic', 'code'] as const

/** A piece of text in one style. */
const run = z.strictObject({
  text: z.string(),
  marks: z.optional(z.array(z.enum(runMarks))),
  href: z.optional(z.string().check(z.regex(/^(?:https?:\/\/|mailto:)/i))),
})
export type Run = z.output<typeof run>

const runs = z.array(run)

/** A block of a formatted text. There is no other kind of block, and no HTML. */
export type Block =
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'heading'; level: number; runs: Run[] }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; start: number | null; items: Block[][] }
  | { kind: 'code'; text: string }
  | { kind: 'divider' }
  | { kind: 'picture'; part: string; alt: string }

/**
 * A formatted text as it is rendered. The `start` of a bulleted list is null; `part` names one of the post's pictures.
 */
export const blocks: z.ZodMiniType<Block[]> = z.array(
  z.lazy(() =>
    z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('paragraph'), runs }),
      z.strictObject({ kind: z.literal('heading'), level: z.int().check(z.gte(1), z.lte(3)), runs }),
      z.strictObject({ kind: z.literal('quote'), blocks }),
      z.strictObject({ kind: z.literal('list'), start: z.nullable(z.int()), items: z.array(blocks) }),
      z.strictObject({ kind: z.literal('code'), text: z.string() }),
      z.strictObject({ kind: z.literal('divider') }),
      z.strictObject({ kind: z.literal('picture'), part: id, alt: z.string() }),
    ]),
  ),
)
