import * as z from 'zod/mini'
import { emailAddress } from './accounts.ts'
import { timeZone } from './time-zone.ts'
import { findContrastProblem, isColor, themes } from './contrast.ts'
import { endpoint } from './endpoint.ts'
import { findMarkdownProblem } from './markdown-document.ts'
import { rule } from './moderation.ts'
import { id, moment, optionalLine, optionalText, requiredLine, requiredText } from './text.ts'

const empty = 'Please fill this in.'
const title = requiredLine(120, empty)
const paragraph = requiredText(2000, empty)

/** A list that the desk edits line by line. */
const listOf = <Item extends z.ZodMiniType>(item: Item, max: number, min = 0) =>
  z
    .array(item)
    .check(
      z.minLength(min, `Please keep at least ${min}.`),
      z.maxLength(max, `Please use at most ${max} entries.`),
    )

const note = z.object({ title, text: paragraph })
const list = z.object({ title, items: listOf(requiredLine(200, empty), 20, 1) })

/** The texts of the landing page. Headings of parts that have nothing to show are not shown. */
const landing = z.object({
  eyebrow: optionalLine(60),
  headline: listOf(requiredLine(40, empty), 4, 1),
  cancel: optionalLine(120),
  featuresTitle: title,
  features: listOf(note, 6),
  teasersTitle: title,
  clipTitle: title,
  quotesTitle: title,
  /** What members say. Quote with their consent only. */
  quotes: listOf(z.object({ text: paragraph, name: title, since: optionalLine(80) }), 9),
  bioTitle: title,
  why: z.object({ title, cards: listOf(note, 6) }),
  /** `figure` is the name of a figure, or a word such as "Unlimited". */
  stats: listOf(z.object({ figure: requiredLine(20, empty), text: requiredLine(40, empty) }), 6),
  questionsTitle: title,
  questions: listOf(z.object({ question: title, answer: paragraph }), 30),
})

const plan = z.object({ title, lead: optionalLine(200), watch: list, takePart: list, terms: paragraph })

const joining = z.object({
  signup: z.object({ title, lead: optionalText(300) }),
  login: z.object({ promoTitle: optionalLine(120), promo: optionalText(300) }),
})

/** The first screen. */
const gate = z.object({
  headline: title,
  lead: optionalText(300),
  perks: listOf(note, 4),
})

const rules = z.object({
  title,
  lead: optionalText(1000),
  /** The software knows a rule by its key; number and words are the operator's. */
  items: listOf(
    z.object({ key: rule, number: z.int().check(z.gte(1), z.lte(99)), name: title, words: paragraph }),
    rule.options.length,
    rule.options.length,
  ).check(z.refine((items) => new Set(items.map(({ key }) => key)).size === items.length, 'Each rule once.')),
})

/** The short texts of the public pages. */
export const siteTexts = z.object({ landing, plan, joining, benefits: list, gate, rules })
export type SiteTexts = z.output<typeof siteTexts>

/** The names of the long texts, which are Markdown. */
export const documentName = z.enum(['terms', 'privacy', 'about'])
export type DocumentName = z.output<typeof documentName>

const longText = z.string({ error: empty }).check(
  z.maxLength(60_000, 'Please use at most 60,000 characters.'),
  z.check<string>((payload) => {
    const problem = findMarkdownProblem(payload.value)
    if (problem) payload.issues.push({ code: 'custom', message: problem, input: payload.value })
  }),
)

/** A figure of the public pages: a count of the site, a text that the operator answers for, or nothing. */
const figure = z.object({ show: z.enum(['counted', 'typed', 'hidden']), text: optionalLine(20) }).check(
  z.refine(({ show, text }) => show !== 'typed' || text !== '', {
    path: ['text'],
    message: 'Type what is shown.',
  }),
)

const uncounted = figure.check(
  z.refine(({ show }) => show !== 'counted', {
    path: ['show'],
    message: 'The site has no count of this: type it or hide it.',
  }),
)

const color = z.string().check(
  z.refine(isColor, { message: 'A colour looks like #1a7f4b.', abort: true }),
  z.overwrite((text) => text.toLowerCase()),
)

const accentOf = (theme: keyof typeof themes) =>
  color.check((payload) => {
    const problem = isColor(payload.value) ? findContrastProblem(payload.value, theme) : null
    if (problem) payload.issues.push({ code: 'custom', message: problem, input: payload.value })
  })

/** The pictures of the site. They are part of the settings, so that undo, export and backups have them too. */
export const pictureName = z.enum(['logo', 'portrait', 'cover'])
export type PictureName = z.output<typeof pictureName>

const picture = z.nullable(
  z
    .string()
    .check(
      z.regex(
        /^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/,
        'Choose a PNG, JPEG or WebP file.',
      ),
      z.maxLength(900_000, 'Please choose a smaller picture.'),
    ),
)

/** Everything an admin can change at /admin/site. Each key is saved, reset and undone as a whole. */
export const siteSettings = z.object({
  name: requiredLine(40, 'Please name the club.'),
  tagline: optionalText(300),
  supportEmail: z.nullable(emailAddress),
  /** The sender's name in emails; null is that of MAIL_FROM, or the club's. */
  senderName: z.nullable(requiredLine(60, 'Please enter a name.')),
  /** The main color in each theme; null is the built-in one. */
  accent: z.nullable(z.object({ dark: accentOf('dark'), light: accentOf('light') })),
  ...z.object({ logo: picture, portrait: picture, cover: picture }).shape,
  /** null is the name of the creator's account. */
  creatorName: z.nullable(requiredLine(80, 'Please enter a name.')),
  /** Empty is the bio of the creator's account. */
  bio: listOf(paragraph, 20),
  figures: z.object({
    posts: figure,
    members: figure,
    signupMembers: figure,
    followers: uncounted,
    rating: uncounted,
    support: uncounted,
    signupToday: uncounted,
  }),
  ...siteTexts.shape,
  ...z.object({ terms: longText, privacy: longText, about: longText }).shape,
  /** How emails write dates. Pages use the zone of the browser; figures, statements and exports use UTC. */
  dates: z.object({ timeZone, style: z.enum(['us', 'uk']) }),
  /** Whether visitors need a code, an invitation or the opening time to come in. */
  gateIsOn: z.boolean(),
  /** Whether signup asks for a phone number. */
  asksPhone: z.boolean(),
})
export type SiteSettings = z.output<typeof siteSettings>
export type SettingName = keyof SiteSettings
export const settingNames = z.keyof(siteSettings).options

/** Some of the settings. */
export const someSettings = z.partial(siteSettings)
export type SomeSettings = z.output<typeof someSettings>

const by = z.nullable(z.object({ id, name: z.string() }))

const version = z.object({
  number: z.int(),
  at: moment,
  by,
  /** What differs from the version before. */
  changed: z.array(z.enum(settingNames)),
  /** The earlier version that it repeats. */
  restored: z.nullable(z.int()),
})
export type SiteVersion = z.output<typeof version>

/** What can be tried from the desk. */
export const tryOut = z.enum(['mail', 'storage', 'payments'])
export type TryOut = z.output<typeof tryOut>

/** What a new club still needs, in the order in which the desk asks for it. */
export const missingNames = ['name', 'tagline', 'creator', 'supportEmail'] as const

export const desk = z.object({
  /** 0 before the first publication. */
  published: z.object({ number: z.int(), settings: siteSettings }),
  draft: z.nullable(
    z.object({ settings: siteSettings, changed: z.array(z.enum(settingNames)), at: moment, by }),
  ),
  /** Changes with every save and publication; sent back with the next one. */
  revision: z.string(),
  /** What holds without any setting: the files of content/ and the environment. */
  defaults: siteSettings,
  missing: z.array(z.enum(missingNames)),
  history: z.array(version),
  /** Secrets stay in the environment; `tries` is what uses one. */
  secrets: z.array(z.object({ name: z.string(), isSet: z.boolean(), tries: z.nullable(tryOut) })),
})
export type SiteDesk = z.output<typeof desk>

const revision = z.string().check(z.maxLength(100))

export const show = endpoint({
  method: 'GET',
  path: '/api/admin/site',
  access: 'admin',
  summary:
    'The published settings of the site, the draft, the defaults, what is missing and the last 50 versions.',
  reply: desk,
})

export const save = endpoint({
  method: 'PATCH',
  path: '/api/admin/site/draft',
  access: 'admin',
  summary:
    'Saves settings in the draft; `reset` lists those that return to their default. A `revision` that is no longer the newest: 409.',
  body: z.object({
    revision,
    settings: someSettings,
    reset: z.optional(z.array(z.enum(settingNames))),
  }),
  reply: desk,
})

export const discard = endpoint({
  method: 'DELETE',
  path: '/api/admin/site/draft',
  access: 'admin',
  summary: 'Discards the draft.',
  reply: desk,
})

export const publish = endpoint({
  method: 'POST',
  path: '/api/admin/site/publish',
  access: 'admin',
  summary:
    'Publishes the draft. All processes follow within seconds. Without a draft, or with a `revision` that is no longer the newest: 409.',
  body: z.object({ revision }),
  reply: desk,
})

export const restore = endpoint({
  method: 'POST',
  path: '/api/admin/site/versions/:number/publish',
  access: 'admin',
  summary:
    'Publishes an earlier version again as a new one; 0 is the defaults. The draft stays. A `revision` that is no longer the newest: 409.',
  params: z.object({ number: z.coerce.number().check(z.int(), z.gte(0), z.lte(2_000_000_000)) }),
  body: z.object({ revision }),
  reply: desk,
})

/** The longest file that can be imported: all long texts and pictures at their longest. */
export const maxFileLength = 3_500_000

export const exportFile = endpoint({
  method: 'GET',
  path: '/api/admin/site/settings.json',
  replyType: 'application/json',
  access: 'admin',
  summary: 'All settings of the draft, or of the published version, as the file content/site.json.',
})

export const importFile = endpoint({
  method: 'POST',
  path: '/api/admin/site/import',
  access: 'admin',
  summary:
    'Saves the settings of a file in the draft. A file with a fault changes nothing; the refusal names the lines. A `revision` that is no longer the newest: 409.',
  body: z.object({
    revision,
    text: z.string().check(z.maxLength(maxFileLength, 'This file is too long to be the settings of a site.')),
  }),
  reply: desk,
})

export const tryNow = endpoint({
  method: 'POST',
  path: '/api/admin/site/try',
  access: 'admin',
  summary:
    'Tries the mail server (an email to the viewer), the storage (a file that is deleted again) or the payment account.',
  body: z.object({ what: tryOut }),
  reply: z.object({ isWell: z.boolean(), text: z.string() }),
})
