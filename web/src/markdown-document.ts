export type Run = { text: string; strong?: true; href?: string }

export type Block =
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'list'; ordered: boolean; items: Run[][] }
  | { kind: 'subheading'; text: string }

export type Section = { id: string; title: string; blocks: Block[] }

/** `title` is the `#` line, `lead` the text before the first `##`, `sections` has one entry per `##`. */
export type MarkdownDocument = { title: string; lead: Block[]; sections: Section[] }
