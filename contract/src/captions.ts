import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './text.ts'

/** How much text the captions of one language may have, in bytes of UTF-8. */
export const maxCaptionsBytes = 512 * 1024

const notALanguage = 'Please name the language as in "en", "pt-BR" or "zh-Hant".'

/** A language as in BCP 47: the language itself, how it is written and where it is spoken, no more than that. */
const language = z
  .string({ error: notALanguage })
  .check(z.regex(/^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i, notALanguage))

const params = z.object({ id, language })
const reply = z.array(z.object({ url: z.string(), language }))

export const save = endpoint({
  method: 'PUT',
  path: '/api/posts/:id/captions/:language',
  access: 'creatorOrAdmin',
  summary: 'Gives a video or recording captions in a language, as WebVTT or SubRip text; answers all it has.',
  params,
  body: z.object({ content: z.string({ error: 'Please choose a file with captions.' }) }),
  reply,
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/captions/:language',
  access: 'creatorOrAdmin',
  summary: 'Takes the captions of a language from a video or recording; answers those it still has.',
  params,
  reply,
})
