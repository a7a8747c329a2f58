import type { Page } from './club.ts'

/** A node of Playwright's accessibility tree, which omits hidden elements. */
type AriaNode = {
  role: string
  name?: string
  text?: string
  level?: number
  url?: string
  children?: (AriaNode | string)[]
}

/** A node, the named part of the page that contains it, and its list entry. */
type PlacedNode = { said: AriaNode; within: AriaNode | null; entry: AriaNode | null }

const controls = new Set(
  'button checkbox combobox link listbox menuitem radio searchbox slider spinbutton switch tab textbox'.split(
    ' ',
  ),
)
const landmarks = new Set('banner complementary contentinfo form main navigation region search'.split(' '))
/** Roles whose name gives context to their content. */
const parts = new Set([
  ...landmarks,
  ...'article alertdialog dialog group radiogroup row tabpanel'.split(' '),
])

const nameOf = ({ role, name }: AriaNode) => (name ? `${role} “${name}”` : role)

const entries = new Set(['article', 'listitem', 'row'])

/** All nodes in reading order. */
function inReadingOrder(
  said: (AriaNode | string)[],
  { within, entry }: Omit<PlacedNode, 'said'>,
): PlacedNode[] {
  return said.flatMap((one) => {
    if (typeof one === 'string') return []
    const isPart = parts.has(one.role) && (one.name || one.role === 'main')
    const inside = { within: isPart ? one : within, entry: entries.has(one.role) ? one : entry }
    return [{ said: one, within, entry }, ...inReadingOrder(one.children ?? [], inside)]
  })
}

const wordsIn = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1)

/** All words of a node, except those of its buttons. */
const bodyOf = ({ role, name = '', text = '', children = [] }: AriaNode): string[] =>
  role === 'button'
    ? []
    : [
        ...wordsIn(`${name} ${text}`),
        ...children.flatMap((child) => (typeof child === 'string' ? wordsIn(child) : bodyOf(child))),
      ]

/** Whether a control's name contains a word of its entry, as “Reply to Jonas” does. */
function namesEntry({ said, entry }: PlacedNode): boolean {
  const words = new Set(entry ? bodyOf(entry) : [])
  return wordsIn(said.name ?? '').some((word) => words.has(word))
}

/** A page has one heading of level 1, a dialog has its title, and levels are never skipped. */
function headingProblems(all: AriaNode[], isDialog: boolean): string[] {
  const headings = all.filter(({ role }) => role === 'heading')
  const tops = headings.filter(({ level }) => level === 1)
  const isCounted = isDialog ? tops.length === 0 && headings.length > 0 : tops.length === 1
  const gaps = headings.filter(({ level = 0 }, index) => {
    const before = headings[index - 1]?.level ?? (isDialog ? 1 : 0)
    return level > before + 1
  })
  return [
    ...(isCounted ? [] : [`${tops.length} headings of level 1 of ${headings.length}`]),
    ...gaps.map((heading) => `${nameOf(heading)} of level ${heading.level} follows one that is far above it`),
  ]
}

function landmarkProblems(all: AriaNode[], isDialog: boolean): string[] {
  const found = all.filter(({ role }) => landmarks.has(role))
  const many = ['main', 'banner', 'contentinfo'].filter(
    (role) => found.filter((landmark) => landmark.role === role).length > 1,
  )
  const nameless = found.filter(({ role, name }) => !name && ['navigation', 'region', 'form'].includes(role))
  const said = found.map(nameOf)
  const twice = said.filter((words, index) => said.indexOf(words) < index)
  const hasMain = isDialog || found.some(({ role }) => role === 'main')
  return [
    ...(hasMain ? [] : ['no main']),
    ...many.map((role) => `more than one ${role}`),
    ...nameless.map(({ role }) => `a ${role} without a name`),
    ...twice.map((words) => `two parts are called ${words}`),
  ]
}

const toggles = /^(Like|Comments) \(\d+\)$/

/** Whether it is a button of a card that acts at once or opens a dialog. */
const isCommand = ({ said, within }: PlacedNode) =>
  said.role === 'button' && within?.role === 'article' && !toggles.test(said.name ?? '')

/**
 * Whether two controls share their name in one part of the page, or as commands of different cards. Links to
 * the same page count once.
 */
const haveSameName = (one: PlacedNode, other: PlacedNode) =>
  (other.within === one.within || (isCommand(one) && isCommand(other))) &&
  nameOf(other.said) === nameOf(one.said) &&
  (one.said.url === undefined || one.said.url !== other.said.url) &&
  !(other.entry !== one.entry && namesEntry(one))

function controlProblems(placed: PlacedNode[]): string[] {
  const found = placed.filter(({ said }) => controls.has(said.role))
  const nameless = found.filter(({ said }) => !said.name)
  const alike = found.filter((one, index) => found.slice(0, index).some((other) => haveSameName(one, other)))
  return [...nameless, ...alike].map(
    ({ said, within }) =>
      `${nameOf(said)} has the same name as another in ${within ? nameOf(within) : 'the page'}`,
  )
}

/**
 * Returns the problems of a page, or of its open dialog, for screen readers: headings, landmarks and names.
 */
export async function screenReaderProblems(page: Page): Promise<string[]> {
  // Playwright types the snapshot as any JSON.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const tree = (await page.ariaSnapshotJSON()) as AriaNode[]
  const placed = inReadingOrder(tree, { within: null, entry: null })
  const all = placed.map(({ said }) => said)
  const isDialog = all.some(({ role }) => role === 'dialog' || role === 'alertdialog')
  const pictures = all.filter(({ role, name }) => role === 'img' && !name)
  const problems = [
    ...headingProblems(all, isDialog),
    ...landmarkProblems(all, isDialog),
    ...controlProblems(placed),
    ...pictures.map(() => 'a picture without words for it'),
  ]
  return problems.map((problem) => `screen reader: ${problem}`)
}
