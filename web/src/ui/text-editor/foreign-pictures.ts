import type { defaultMarkdownParser } from 'prosemirror-markdown'

/** The address of a picture of the post itself, as in the contract: `part:` and the id of the file. */
export const partScheme = 'part:'

type Tokenizer = (typeof defaultMarkdownParser)['tokenizer']
type State = Parameters<Parameters<Tokenizer['core']['ruler']['push']>[1]>[0]
type Token = State['tokens'][number]

/** Reads pictures from other sites as links. Only the files of the post itself are shown as pictures. */
export function linksInsteadOfPictures(markdown: Tokenizer): void {
  const toLinks = (state: State, tokens: Token[]): Token[] =>
    tokens.flatMap((token) => {
      const address = token.attrGet('src') ?? ''
      if (token.type !== 'image' || address.startsWith(partScheme)) return [token]
      const mark = Object.assign(new state.Token('text', '', 0), { content: '!' })
      const open = new state.Token('link_open', 'a', 1)
      open.attrSet('href', address)
      return [mark, open, ...toLinks(state, token.children ?? []), new state.Token('link_close', 'a', -1)]
    })
  markdown.core.ruler.push('foreign-pictures', (state) => {
    for (const token of state.tokens) if (token.children) token.children = toLinks(state, token.children)
  })
}
