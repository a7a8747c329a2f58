import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import type { MarkType } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, NodeSelection, type Plugin, TextSelection } from 'prosemirror-state'
import { partOf, postSchema } from './document.ts'
import { partScheme } from './foreign-pictures.ts'

const node = (name: string) => postSchema.nodes[name]!
const mark = (name: string) => postSchema.marks[name]!

const hasBlock = (state: EditorState, name: string, level?: number) => {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth--) {
    const at = $from.node(depth)
    if (at.type.name === name && (level === undefined || at.attrs['level'] === level)) return true
  }
  return false
}

const hasMark = (state: EditorState, type: MarkType) => {
  const { from, to, $from, empty } = state.selection
  return empty
    ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
    : state.doc.rangeHasMark(from, to, type)
}

/** Turns a block into a heading, or back into a paragraph. */
const heading =
  (level: number): Command =>
  (state, dispatch) =>
    hasBlock(state, 'heading', level)
      ? setBlockType(node('paragraph'))(state, dispatch)
      : setBlockType(node('heading'), { level })(state, dispatch)

/** Wraps the selection in a list, or lifts it out of the one it is in. */
const list =
  (name: string): Command =>
  (state, dispatch) =>
    hasBlock(state, name)
      ? liftListItem(node('list_item'))(state, dispatch)
      : wrapInList(node(name))(state, dispatch)

const divider: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(node('horizontal_rule').create()).scrollIntoView())
  return true
}

const lineBreak = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(node('hard_break').create()).scrollIntoView())
  return true
})

/** What the tools do, and whether the selection has it already. */
export const tools = {
  bold: { run: toggleMark(mark('strong')), isOn: (state: EditorState) => hasMark(state, mark('strong')) },
  italic: { run: toggleMark(mark('em')), isOn: (state: EditorState) => hasMark(state, mark('em')) },
  heading: { run: heading(1), isOn: (state: EditorState) => hasBlock(state, 'heading', 1) },
  subheading: { run: heading(2), isOn: (state: EditorState) => hasBlock(state, 'heading', 2) },
  bullets: { run: list('bullet_list'), isOn: (state: EditorState) => hasBlock(state, 'bullet_list') },
  numbers: { run: list('ordered_list'), isOn: (state: EditorState) => hasBlock(state, 'ordered_list') },
  quote: { run: wrapIn(node('blockquote')), isOn: (state: EditorState) => hasBlock(state, 'blockquote') },
  code: { run: toggleMark(mark('code')), isOn: (state: EditorState) => hasMark(state, mark('code')) },
  divider: { run: divider },
  undo: { run: undo },
  redo: { run: redo },
} satisfies Record<string, { run: Command; isOn?: (state: EditorState) => boolean }>

const link = mark('link')

/** The address of the link at the selection, or ''. */
export const linkAt = ({ selection, doc }: EditorState): string => {
  const found = selection.$from.marks().find(({ type }) => type === link)
  if (found) return String(found.attrs['href'])
  let href = ''
  doc.nodesBetween(selection.from, selection.to, ({ marks }) => {
    href ||= String(link.isInSet(marks)?.attrs['href'] ?? '')
  })
  return href
}

/** Links the selection, or inserts the address as a link; '' removes the link. */
export const setLink =
  (href: string): Command =>
  (state, dispatch) => {
    const { from, to, empty } = state.selection
    const { tr } = state
    if (href === '') dispatch?.(tr.removeMark(from, to, link))
    else if (empty) dispatch?.(tr.insert(from, postSchema.text(href, [link.create({ href })])))
    else dispatch?.(tr.addMark(from, to, link.create({ href })))
    return true
  }

/** The selected picture: the post's file that it shows, and its description. */
export function pictureAt({ selection }: EditorState): { part: string; alt: string } | null {
  if (!(selection instanceof NodeSelection) || selection.node.type !== node('image')) return null
  const { attrs } = selection.node
  return { part: partOf(attrs), alt: String(attrs['alt'] ?? '') }
}

/** Puts a picture in the place of the selected one, or between the paragraphs after the cursor. */
export const setPicture =
  ({ part, alt }: { part: string; alt: string }): Command =>
  (state, dispatch) => {
    const picture = node('image').create({ src: partScheme + part, alt })
    const { tr } = state
    if (pictureAt(state)) {
      dispatch?.(tr.replaceSelectionWith(picture, false))
      return true
    }
    const { $to } = state.selection
    const isEmpty = $to.parent.type === node('paragraph') && $to.parent.content.size === 0
    const end = $to.depth === 0 ? $to.pos : $to.after()
    const start = isEmpty ? $to.before() : end
    const between = node('paragraph').create(null, picture)
    tr.replaceWith(start, end, between)
    const next = start + between.nodeSize
    // One goes on writing below it.
    if (!tr.doc.resolve(next).nodeAfter?.isTextblock) tr.insert(next, node('paragraph').create())
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, next + 1)).scrollIntoView())
    return true
  }

/** Formats the words between the marks that end where one types. */
const markRule = (pattern: RegExp, type: MarkType) =>
  new InputRule(pattern, (state, [all, words = ''], start, end) => {
    const from = start + all.indexOf(all.trimStart())
    return state.tr.replaceWith(from, end, postSchema.text(words, [type.create()])).removeStoredMark(type)
  })

const rules = inputRules({
  rules: [
    textblockTypeInputRule(/^(#{1,3})\s$/, node('heading'), ([, marks = '']) => ({ level: marks.length })),
    wrappingInputRule(/^\s*>\s$/, node('blockquote')),
    wrappingInputRule(/^\s*[-*]\s$/, node('bullet_list')),
    wrappingInputRule(/^(\d{1,4})\.\s$/, node('ordered_list'), ([, start]) => ({ order: Number(start) })),
    textblockTypeInputRule(/^```$/, node('code_block')),
    markRule(/(?:^|\s)\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, mark('strong')),
    markRule(/(?:^|\s)\*([^*\s](?:[^*]*[^*\s])?)\*$/, mark('em')),
    markRule(/(?:^|\s)`([^`]+)`$/, mark('code')),
    new InputRule(/^---$/, (state, _match, start, end) =>
      state.tr.replaceRangeWith(start - 1, end, node('horizontal_rule').create()),
    ),
  ],
})

/** Undo, keyboard shortcuts and Markdown shortcuts. `onLink` asks for an address. */
export const editorPlugins = (onLink: () => void): Plugin[] => [
  rules,
  history(),
  keymap({
    'Mod-b': tools.bold.run,
    'Mod-i': tools.italic.run,
    'Mod-k': () => {
      onLink()
      return true
    },
    'Mod-z': undo,
    'Shift-Mod-z': redo,
    'Mod-y': redo,
    'Shift-Enter': lineBreak,
    Enter: splitListItem(node('list_item')),
    'Mod-]': sinkListItem(node('list_item')),
    'Mod-[': liftListItem(node('list_item')),
  }),
  keymap(baseKeymap),
]
