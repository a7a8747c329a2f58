import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id } from './text.ts'

/** The maximum size of the captions in one language, in bytes of UTF-8. */
export const maxCaptionsBytes = 512 * 1024

const notALanguage = 'Please name the language as in "en", "pt-BR" or "zh-Hant".'

/** A BCP 47 tag of language, script and region only. */
const language = z
  .string({ error: notALanguage })
  .check(z.regex(/^[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?$/i, notALanguage))

const params = z.object({ id, language })
const reply = z.array(z.object({ url: z.string(), language }))

export const save = endpoint({
  method: 'PUT',
  path: '/api/posts/:id/captions/:language',
  access: 'creatorOrAdmin',
  summary: 'Saves captions in a language, as WebVTT or SubRip text, and returns all captions.',
  params,
  body: z.object({ content: z.string({ error: 'Please choose a file with captions.' }) }),
  reply,
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/posts/:id/captions/:language',
  access: 'creatorOrAdmin',
  summary: 'Removes the captions in a language and returns the remaining ones.',
  params,
  reply,
})
