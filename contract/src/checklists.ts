import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What a new club needs before its first member, in the order in which admins do it. */
export const siteSteps = [
  'twoFactor',
  'name',
  'creator',
  'texts',
  'payments',
  'mail',
  'gate',
  'firstPost',
  'testPurchase',
  'backup',
] as const

export const personSteps = [
  'photo',
  'bio',
  'firstPost',
  'secondPost',
  'share',
  'notices',
  'install',
  'welcome',
] as const

/** `text` says what is missing, or how far it is; null when the name says it all. */
const stepOf = <const Names extends readonly string[]>(names: Names) =>
  z.object({ name: z.enum(names), isDone: z.boolean(), text: z.nullable(z.string()) })

const siteChecklist = z.object({
  isDismissed: z.boolean(),
  steps: z.array(stepOf(siteSteps)),
  /** Where visitors join. */
  joinUrl: z.string(),
})
export type SiteChecklist = z.output<typeof siteChecklist>

/** `steps` is empty for people without a checklist. */
const personChecklist = z.object({
  isDismissed: z.boolean(),
  steps: z.array(stepOf(personSteps)),
  /** The pinned post of the step `welcome`. */
  welcomePostId: z.nullable(z.string()),
})
export type PersonChecklist = z.output<typeof personChecklist>

export const site = endpoint({
  method: 'GET',
  path: '/api/admin/checklist',
  access: 'admin',
  summary: 'The setup checklist of the club. Every step is read from the state of the site.',
  reply: siteChecklist,
})

export const dismissSite = endpoint({
  method: 'POST',
  path: '/api/admin/checklist/dismiss',
  access: 'admin',
  summary: 'Hides the setup checklist from all admins, or shows it again.',
  body: z.object({ isDismissed: z.boolean() }),
  status: 204,
})

export const own = endpoint({
  method: 'GET',
  path: '/api/checklist',
  access: 'member',
  summary:
    'The first steps of a creator, or of a member in the first 30 days. Without any: an empty list of steps.',
  reply: personChecklist,
})

/** What the server cannot see by itself, and the end of the list. */
export const checklistMark = z.enum(['dismissed', 'shared', 'installed'])
export type ChecklistMark = z.output<typeof checklistMark>

export const mark = endpoint({
  method: 'POST',
  path: '/api/checklist/marks',
  access: 'member',
  summary:
    'Records that the viewer shared the link of the club, installed the app or dismissed the checklist.',
  body: z.object({ mark: checklistMark }),
  status: 204,
})
