import type { Page } from './club.ts'

/** One thing a screen reader says, as Playwright works it out; what is hidden from one is not in it. */
type Said = {
  role: string
  name?: string
  /** What it holds, where that is words alone. */
  text?: string
  /** Of a heading. */
  level?: number
  /** Where a link leads. */
  url?: string
  children?: (Said | string)[]
}

/** A thing that is said, the named part of the page it is said in, and the entry of a list it belongs to. */
type Placed = { said: Said; within: Said | null; entry: Said | null }

const controls = new Set(
  'button checkbox combobox link listbox menuitem radio searchbox slider spinbutton switch tab textbox'.split(
    ' ',
  ),
)
const landmarks = new Set('banner complementary contentinfo form main navigation region search'.split(' '))
/** What says for everything in it what it is about, once it has a name of its own. */
const parts = new Set([
  ...landmarks,
  ...'article alertdialog dialog group radiogroup row tabpanel'.split(' '),
])

const describeAnnouncement = ({ role, name }: Said) => (name ? `${role} “${name}”` : role)

const entries = new Set(['article', 'listitem', 'row'])

/** Everything in the order in which it is said. */
function flat(said: (Said | string)[], { within, entry }: Omit<Placed, 'said'>): Placed[] {
  return said.flatMap((one) => {
    if (typeof one === 'string') return []
    const isPart = parts.has(one.role) && (one.name || one.role === 'main')
    const inside = { within: isPart ? one : within, entry: entries.has(one.role) ? one : entry }
    return [{ said: one, within, entry }, ...flat(one.children ?? [], inside)]
  })
}

const wordsIn = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 1)

/** All words that are said in it, but for those on its buttons. */
const bodyOf = ({ role, name = '', text = '', children = [] }: Said): string[] =>
  role === 'button'
    ? []
    : [
        ...wordsIn(`${name} ${text}`),
        ...children.flatMap((child) => (typeof child === 'string' ? wordsIn(child) : bodyOf(child))),
      ]

/** Whether a control says itself which entry of a list it belongs to, as “Reply to Jonas” does. */
function saysWhose({ said, entry }: Placed): boolean {
  const words = new Set(entry ? bodyOf(entry) : [])
  return wordsIn(said.name ?? '').some((word) => words.has(word))
}

/** A page begins with its one heading of the first level, a dialog with its title; none is more than one level deeper. */
function problemsOfHeadings(all: Said[], isDialog: boolean): string[] {
  const headings = all.filter(({ role }) => role === 'heading')
  const tops = headings.filter(({ level }) => level === 1)
  const isCounted = isDialog ? tops.length === 0 && headings.length > 0 : tops.length === 1
  const gaps = headings.filter(({ level = 0 }, index) => {
    const before = headings[index - 1]?.level ?? (isDialog ? 1 : 0)
    return level > before + 1
  })
  return [
    ...(isCounted ? [] : [`${tops.length} headings of level 1 of ${headings.length}`]),
    ...gaps.map(
      (heading) =>
        `${describeAnnouncement(heading)} of level ${heading.level} follows one that is far above it`,
    ),
  ]
}

function problemsOfLandmarks(all: Said[], isDialog: boolean): string[] {
  const found = all.filter(({ role }) => landmarks.has(role))
  const many = ['main', 'banner', 'contentinfo'].filter(
    (role) => found.filter((landmark) => landmark.role === role).length > 1,
  )
  const nameless = found.filter(({ role, name }) => !name && ['navigation', 'region', 'form'].includes(role))
  const said = found.map(describeAnnouncement)
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

/** Whether it is a button of a card that acts on the card at once or opens a dialog. */
const isCommand = ({ said, within }: Placed) =>
  said.role === 'button' && within?.role === 'article' && !toggles.test(said.name ?? '')

/**
 * Whether a control has the name of another one in the same part of the page, or of a command of another card. Two links
 * to one page are one.
 */
const isLike = (one: Placed, other: Placed) =>
  (other.within === one.within || (isCommand(one) && isCommand(other))) &&
  describeAnnouncement(other.said) === describeAnnouncement(one.said) &&
  (one.said.url === undefined || one.said.url !== other.said.url) &&
  !(other.entry !== one.entry && saysWhose(one))

function problemsOfControls(placed: Placed[]): string[] {
  const found = placed.filter(({ said }) => controls.has(said.role))
  const nameless = found.filter(({ said }) => !said.name)
  const alike = found.filter((one, index) => found.slice(0, index).some((other) => isLike(one, other)))
  return [...nameless, ...alike].map(
    ({ said, within }) =>
      `${describeAnnouncement(said)} has the same name as another in ${within ? describeAnnouncement(within) : 'the page'}`,
  )
}

/**
 * What is wrong with a page, or with the dialog that is open over it, for whoever hears it, a line each: its headings,
 * its landmarks, the names of what can be used and of pictures.
 */
export async function screenReaderProblems(page: Page): Promise<string[]> {
  // The format is Playwright's own, and says of itself that it is any JSON.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const tree = (await page.ariaSnapshotJSON()) as Said[]
  const placed = flat(tree, { within: null, entry: null })
  const all = placed.map(({ said }) => said)
  const isDialog = all.some(({ role }) => role === 'dialog' || role === 'alertdialog')
  const pictures = all.filter(({ role, name }) => role === 'img' && !name)
  const problems = [
    ...problemsOfHeadings(all, isDialog),
    ...problemsOfLandmarks(all, isDialog),
    ...problemsOfControls(placed),
    ...pictures.map(() => 'a picture without words for it'),
  ]
  return problems.map((problem) => `when heard: ${problem}`)
}
